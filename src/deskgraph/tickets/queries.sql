-- name: customer
insert into customer (email) values (%(email)s)
on conflict (email) do update set email = excluded.email
returning id

-- name: open_ticket
insert into ticket (customer_id, subject, follows_id) values (%(customer)s, %(subject)s, %(follows)s) returning id

-- name: lock_ticket
select id from ticket where id = %(id)s for no key update

-- name: get_ticket
select t.id, t.customer_id, c.email as customer, t.follows_id, t.subject, t.status, t.handling, t.handling_reason,
       t.category, t.priority, t.created_at, t.updated_at
from ticket t join customer c on c.id = t.customer_id
where t.id = %(id)s

-- name: list_tickets
select t.id, t.customer_id, c.email as customer, t.follows_id, t.subject, t.status, t.handling, t.handling_reason,
       t.category, t.priority, t.created_at, t.updated_at
from ticket t join customer c on c.id = t.customer_id
where (%(handling)s::text is null or t.handling = %(handling)s)
  and (%(status)s::text is null or t.status = %(status)s)
  and (%(before)s::numeric is null or t.id < %(before)s)
order by t.id desc
limit %(limit)s

-- name: touch
update ticket set updated_at = now() where id = %(id)s

-- name: set_handling
update ticket set handling = %(handling)s, handling_reason = %(reason)s, updated_at = now()
where id = %(id)s
  and (handling, handling_reason) is distinct from (%(handling)s, %(reason)s)
  and not (handling = 'with_staff' and %(handling)s = 'needs_human')

-- name: set_status
update ticket set status = %(status)s, updated_at = now() where id = %(id)s and status <> %(status)s

-- name: set_classification
update ticket set category = %(category)s, priority = %(priority)s where id = %(id)s

-- name: insert_message
insert into message (ticket_id, lane, kind, author_role, author, text, citations, model, run_id, key)
values (%(ticket_id)s, %(lane)s, %(kind)s, %(author_role)s, %(author)s, %(text)s, %(citations)s, %(model)s,
        %(run_id)s, %(key)s)
on conflict (key) do nothing
returning id, ticket_id, lane, kind, author_role, author, text, citations, model, run_id, created_at

-- name: message_by_key
select id, ticket_id, lane, kind, author_role, author, text, citations, model, run_id, created_at
from message where key = %(key)s

-- name: messages
select id, ticket_id, lane, kind, author_role, author, text, citations, model, run_id, created_at
from (
    select * from message
    where ticket_id = %(ticket_id)s and (%(lane)s::text is null or lane = %(lane)s)
    order by id desc
    limit %(last)s
) newest
order by id

-- name: messages_of_run
select id, ticket_id, lane, kind, author_role, author, text, citations, model, run_id, created_at
from message
where run_id = %(run_id)s and author_role in ('customer', 'staff')
order by id

-- name: claim_key
insert into idempotency (key, body_hash) values (%(key)s, %(body_hash)s) on conflict do nothing

-- name: response
select body_hash, response from idempotency where key = %(key)s

-- name: remember_response
update idempotency set response = %(response)s where key = %(key)s
