-- name: hold
select hold_subject(%(subject)s)

-- name: append
select append_event(%(subject)s, %(key)s, %(type)s, %(audience)s, %(run_id)s, %(payload)s)

-- name: since
select subject, number, type, audience, run_id, payload, created_at
from event
where subject = %(subject)s and number > %(number)s and audience = any(%(audiences)s)
  and (%(run_id)s::bigint is null or run_id = %(run_id)s)
order by number
limit %(limit)s

-- name: last_number
select last_event from subject where key = %(subject)s

-- name: number_of
select number from event where subject = %(subject)s and key = %(key)s

-- name: listen
listen deskgraph_event

-- name: still_there
select 1

-- name: prune_events
-- What happened to a subject stays as long as a run of it is not finished. Numbers are counted elsewhere, and never
-- given twice.
with old as (
    select e.subject, e.number from event e
    where e.created_at < now() - make_interval(secs => %(seconds)s)
      and e.subject not in (
          select coalesce('ticket:' || r.ticket_id, 'run:' || r.id) from run r
          where r.state in ('queued', 'running', 'parked', 'interrupted')
      )
    order by e.created_at
    limit %(limit)s
), held as materialized (
    -- What somebody else deletes now is theirs: pruning and erasing would wait for each other in a circle.
    select e.subject, e.number from event e join old using (subject, number) where not %(dry)s
    for update of e skip locked
), gone as (
    delete from event e using held where e.subject = held.subject and e.number = held.number returning 1
)
select case when %(dry)s then (select count(*) from old) else (select count(*) from gone) end

-- name: lock_subjects
select key from subject where key = any(%(subjects)s) order by key for update

-- name: forget_events
delete from event where subject = any(%(subjects)s)

-- name: forget_subjects
delete from subject where key = any(%(subjects)s)
