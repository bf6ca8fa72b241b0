-- name: hold
select hold_subject(%(subject)s)

-- name: append
select append_event(%(subject)s, %(key)s, %(type)s, %(audience)s, %(run_id)s, %(payload)s)

-- name: since
select subject, number, type, audience, run_id, payload, created_at
from event
where subject = %(subject)s and number > %(number)s and audience = any(%(audiences)s)
order by number
limit %(limit)s

-- name: last_number
select last_event from subject where key = %(subject)s

-- name: listen
listen deskgraph_event

-- name: still_there
select 1
