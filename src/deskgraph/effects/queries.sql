-- name: claim
insert into effect (run_id, ticket_id, key, action, arguments, fence)
values (%(run_id)s, %(ticket_id)s, %(key)s, %(action)s, %(arguments)s, %(fence)s)
on conflict (key) do nothing
returning id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at

-- name: claimed_before
select exists (select from effect where key = %(key)s)

-- name: effect_by_key
select id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at
from effect where key = %(key)s
for no key update

-- name: get_effect
select id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at
from effect where id = %(id)s

-- name: effects_of_run
select id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at
from effect where run_id = %(run_id)s order by id

-- name: unknown_of_ticket
select id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at
from effect where ticket_id = %(ticket_id)s and state = 'unknown' order by id

-- name: done_on_ticket
select * from (
    select id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at
    from effect where ticket_id = %(ticket_id)s and state = 'done' and action <> 'send_reply' order by id desc limit 50
) newest order by id

-- name: settle
with settled as (
    update effect set state = %(state)s, result = %(result)s, settled_by = %(by)s, settled_at = now()
    where id = %(id)s and state in ('claimed', 'unknown') and state <> %(state)s
    returning id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at
), told as (
    select append_event(coalesce('ticket:' || s.ticket_id, 'run:' || s.run_id), 'effect:' || s.id || ':' || s.state,
                        %(type)s, %(audience)s, s.run_id,
                        %(payload)s::jsonb || jsonb_build_object('action', s.action))
    from settled s
)
select settled.* from settled where (select count(*) from told) > 0

-- name: free
delete from effect where id = %(id)s and state = 'claimed'

-- name: leave_open
update effect set state = 'unknown', settled_at = now() where run_id = %(run_id)s and state = 'claimed'
returning id, run_id, ticket_id, key, action, arguments, state, result, settled_by, created_at, settled_at

-- name: stale_claims
-- Claims of no run: no lane tells that whoever made them is gone, so their age has to.
with stale as (
    select e.id from effect e
    where e.run_id is null and e.state = 'claimed' and e.created_at < now() - make_interval(secs => %(seconds)s)
    order by e.id
    limit 100
    for update skip locked
), given_up as (
    update effect e set state = 'unknown', settled_at = now() from stale where e.id = stale.id
    returning e.id, e.run_id, e.ticket_id, e.key, e.action, e.arguments, e.state, e.result, e.settled_by, e.created_at,
              e.settled_at
)
-- Their subjects are told in this order: two who hold several at once hold them in one.
select * from given_up order by 'ticket:' || ticket_id, id

-- name: ask
insert into approval (run_id, ticket_id, interrupt_id, kind, action, arguments, text, bound_hash, question,
                      asked_at_event, expires_at, effect_id)
values (%(run_id)s, %(ticket_id)s, %(interrupt_id)s, %(kind)s, %(action)s, %(arguments)s, %(text)s, %(bound_hash)s,
        %(question)s, %(asked_at_event)s, %(expires_at)s, %(effect_id)s)
on conflict (run_id, interrupt_id) do nothing

-- name: hold_approval
select id from approval where id = %(id)s for no key update

-- name: get_approval
select * from approval_now a
where a.id = %(id)s

-- name: by_interrupt
select * from approval_now a
where a.run_id = %(run_id)s and a.interrupt_id = %(interrupt_id)s

-- name: list_approvals
select * from approval_now a
where (%(status)s::text is null or a.status = %(status)s)
  and (%(ticket_id)s::numeric is null or a.ticket_id = %(ticket_id)s)
order by a.id
limit %(limit)s

-- name: approvals_of_run
select * from approval_now a
where a.run_id = %(run_id)s
order by a.id

-- name: unseen
select count(*) from event e
where e.subject = %(subject)s and e.number > %(seen)s and e.type = 'message.sent'
  and e.payload ->> 'author_role' = 'customer'

-- name: rule
update approval
set status = %(status)s, arguments = %(arguments)s, text = %(text)s, bound_hash = %(bound_hash)s, note = %(note)s,
    ruled_by = %(by)s, ruled_at = now()
where id = %(id)s and status = 'pending' and expires_at > now()

-- name: void
update approval set status = 'void', ruled_at = now() where run_id = %(run_id)s and status = 'pending'

-- name: expire
-- What became of a call is asked until somebody says so.
update approval set status = 'expired', ruled_at = now()
where id = %(id)s and status = 'pending' and expires_at <= now() and kind <> 'outcome'

-- name: applied
update approval set applied = true where run_id = %(run_id)s and interrupt_id = any(%(interrupts)s)

-- name: outcome_question
select * from approval_now a
where a.effect_id = %(effect_id)s and a.kind = 'outcome' and a.status = 'pending'
order by a.id desc
limit 1

-- name: answer_outcome
update approval
set status = %(status)s, text = %(text)s, note = %(note)s, ruled_by = %(by)s, ruled_at = now()
where id = %(id)s and status = 'pending' and kind = 'outcome'

-- name: prune_effects
-- Settled ones only: what nobody knows the outcome of is never forgotten, nor what a run may come back to.
with old as (
    select e.id from effect e left join run r on r.id = e.run_id
    where e.state in ('done', 'refused') and e.settled_at < now() - make_interval(secs => %(seconds)s)
      and (e.run_id is null or r.state in ('done', 'failed', 'cancelled'))
    order by e.settled_at
    limit %(limit)s
), held as materialized (
    -- What somebody else deletes now is theirs: pruning and erasing would wait for each other in a circle. With an effect
    -- go the questions about it, so they are held, too.
    select e.id from effect e where e.id in (select id from old) and not %(dry)s for update skip locked
), asked as materialized (
    select a.id from approval a where a.effect_id in (select id from held) for update skip locked
), gone as (
    delete from effect e using held
    where e.id = held.id
      and not exists (select 1 from approval a where a.effect_id = e.id and a.id not in (select id from asked))
    returning 1
)
select case when %(dry)s then (select count(*) from old) else (select count(*) from gone) end

-- name: forget_approvals
delete from approval where run_id = any(%(runs)s) or ticket_id = any(%(tickets)s)

-- name: open_effects
select count(*) from effect
where (run_id = any(%(runs)s) or ticket_id = any(%(tickets)s)) and state in ('claimed', 'unknown')

-- name: forget_effects
delete from effect where run_id = any(%(runs)s) or ticket_id = any(%(tickets)s)

-- name: expire_overdue
-- Nobody is waited for: whoever holds such a question rules on it, takes it back or erases it.
with overdue as materialized (
    select id from approval
    where status = 'pending' and expires_at <= now() and kind <> 'outcome'
    for no key update skip locked
)
update approval set status = 'expired', ruled_at = now() from overdue where approval.id = overdue.id

-- name: unknown_effects
select count(*) from effect where state = 'unknown'

-- name: longest_wait
select extract(epoch from now() - min(a.created_at))::float8 from approval a where a.status = 'pending'
