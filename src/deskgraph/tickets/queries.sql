-- name: make_customer
insert into customer (email) values (%(email)s) on conflict (email) do nothing

-- name: known_customer
select id from customer where email = %(email)s

-- name: hold_customer
-- No key lock: a second change of a ticket in one transaction looks for its customer again.
select id from customer where email = %(email)s for no key update

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
  and (%(customer)s::bigint is null or t.customer_id = %(customer)s)
order by t.id desc
limit %(limit)s

-- name: set_handling
with held as materialized (
    select hold_subject(%(subject)s)
), changed as (
    update ticket set handling = %(handling)s, handling_reason = %(reason)s, updated_at = now()
    from held
    where id = %(id)s
      and (handling, handling_reason) is distinct from (%(handling)s, %(reason)s)
      and not (handling <> 'agent' and %(handling)s = 'needs_human')
    returning id
)
select append_event(%(subject)s, %(key)s, %(type)s, %(audience)s, null, %(payload)s) from changed

-- name: set_status
with held as materialized (
    select hold_subject(%(subject)s)
), changed as (
    update ticket set status = %(status)s, updated_at = now()
    from held
    where id = %(id)s and status <> %(status)s
    returning id
)
select append_event(%(subject)s, %(key)s, %(type)s, %(audience)s, null, %(payload)s) from changed

-- name: set_classification
with held as materialized (
    select hold_subject(%(subject)s)
), changed as (
    update ticket set category = %(category)s, priority = %(priority)s from held where id = %(id)s returning id
)
select append_event(%(subject)s, %(key)s, %(type)s, %(audience)s, null, %(payload)s) from changed

-- name: post
-- The subject is held first: what is read after it is up to date, and messages and events come in one order.
with held as materialized (
    select hold_subject(%(subject)s)
), added as (
    insert into message (ticket_id, lane, kind, author_role, author, text, citations, model, run_id, key)
    select %(ticket_id)s, %(lane)s, %(kind)s, %(author_role)s, %(author)s, %(text)s, %(citations)s, %(model)s,
           %(run_id)s, %(key)s
    from held
    on conflict (key) do nothing
    returning id, ticket_id, lane, kind, author_role, author, text, citations, model, run_id, created_at
), told as (
    select append_event(%(subject)s, 'message:' || a.id, %(type)s, %(audience)s, %(run_id)s,
                        %(payload)s::jsonb || jsonb_build_object('message', a.id))
    from added a
), touched as (
    update ticket set updated_at = now() from added where ticket.id = added.ticket_id
)
select added.* from added where (select count(*) from told) > 0

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

-- name: unanswered
-- What the customer wrote since they were last answered. That a colleague will answer is no answer.
select m.id, w.id as in_hand
from message m
left join run w on w.id = m.run_id and w.state in ('queued', 'running', 'parked', 'interrupted')
where m.ticket_id = %(ticket_id)s and m.lane = 'customer' and m.author_role = 'customer'
  and m.id > coalesce((
      select max(a.id) from message a left join run r on r.id = a.run_id
      where a.ticket_id = %(ticket_id)s and a.lane = 'customer' and a.author_role <> 'customer'
        and not (a.author_role = 'agent' and r.outcome is not distinct from 'escalated')
  ), 0)
order by m.id

-- name: work_again
update message set run_id = %(run_id)s where id = any(%(messages)s)

-- name: tell_run
update message set run_id = %(run_id)s
where ticket_id = %(ticket_id)s and lane = 'team' and kind = 'note' and run_id is null and starts_with(key, %(mark)s)

-- name: claim_key
insert into idempotency (key, body_hash) values (%(key)s, %(body_hash)s) on conflict do nothing

-- name: response
select body_hash, response from idempotency where key = %(key)s

-- name: remember_response
update idempotency set response = %(response)s where key = %(key)s

-- name: prune_keys
with old as (
    select i.key from idempotency i where i.created_at < now() - make_interval(secs => %(seconds)s)
    order by i.created_at
    limit %(limit)s
), held as materialized (
    -- What somebody else deletes now is theirs: pruning and erasing would wait for each other in a circle.
    select i.key from idempotency i where i.key in (select key from old) and not %(dry)s for update skip locked
), gone as (
    delete from idempotency i using held where i.key = held.key returning 1
)
select case when %(dry)s then (select count(*) from old) else (select count(*) from gone) end

-- name: silent
-- The desk said the last word in the customer's lane, and nobody here is still at it. A ticket that a person took is
-- theirs until that person has written.
select t.id, last.id as message
from ticket t
cross join lateral (
    select m.id, m.author_role, m.created_at from message m
    where m.ticket_id = t.id and m.lane = 'customer'
    order by m.id desc
    limit 1
) last
where t.status in ('waiting', 'solved') and t.status = %(status)s
  and t.id > %(after)s and (%(id)s::bigint is null or t.id = %(id)s)
  and last.created_at < now() - make_interval(secs => %(seconds)s)
  and (t.handling = 'agent' and last.author_role <> 'customer'
       or t.handling = 'with_staff' and last.author_role = 'staff')
  and not exists (
      select 1 from run r
      where r.ticket_id = t.id and r.state in ('queued', 'running', 'parked', 'interrupted')
  )
  and not exists (select 1 from effect e where e.ticket_id = t.id and e.state in ('claimed', 'unknown'))
order by t.id
limit %(limit)s

-- name: find_customer
select id, email from customer where id = %(id)s or email = %(email)s

-- name: lock_customer
-- No key lock, as in `hold_customer`: whoever changes a ticket already has its lane, for which erasing waits next.
select id, email from customer where id = %(id)s for no key update

-- name: tickets_of
select id from ticket where customer_id = %(customer)s order by id

-- name: lock_tickets
select id from ticket where id = any(%(tickets)s) order by id for update

-- name: forget_messages
delete from message where ticket_id = any(%(tickets)s)

-- name: forget_tickets
delete from ticket where id = any(%(tickets)s)

-- name: forget_customer
delete from customer where id = %(customer)s

-- name: forget_keys
delete from idempotency where starts_with(key, %(email)s || ' ')
