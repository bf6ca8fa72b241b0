-- name: start_run
-- Under the fence, in one statement: without a row in `held` another worker has the lane.
with held as materialized (
    select 1 from lane where key = %(lane)s and fence = %(fence)s for share
), moved as (
    update run set state = 'running', fence = %(fence)s, started_at = coalesce(started_at, now())
    from held
    where id = %(id)s and state = any(%(lawful)s)
    returning id
), told as (
    select append_event(%(subject)s, 'run:' || m.id || ':started', %(type)s, %(audience)s, m.id, %(payload)s)
    from moved m
)
select (select count(*) from held) as held, (select count(*) from told) as moved

-- name: end_run
-- The same for a run's end; questions of it that nobody answered are taken back.
with held as materialized (
    select 1 from lane where key = %(lane)s and fence = %(fence)s for share
), voided as (
    update approval set status = 'void', ruled_at = now()
    from held
    where run_id = %(id)s and status = 'pending'
    returning 1
), moved as (
    update run
    set state = %(state)s, fence = %(fence)s, outcome = %(outcome)s, reason = %(reason)s, final = %(final)s,
        finished_at = now()
    from held
    where id = %(id)s and state = any(%(lawful)s) and (select count(*) from voided) >= 0
    returning id
), told as (
    select append_event(%(subject)s, 'run:' || m.id || ':finished', %(type)s, %(audience)s, m.id, %(payload)s)
    from moved m
)
select (select count(*) from held) as held, (select count(*) from told) as moved

-- name: threads
-- From thread to thread along the primary keys, however many checkpoints each has; a process that was killed may have
-- left one without any. A thread is old when its run finished long ago, or when it has none any more; what is no number
-- is not a run's thread.
with recursive thread (id) as (
    select %(after)s::text
    union all
    select least(
        (select c.thread_id from checkpoints.checkpoints c where c.thread_id > t.id order by c.thread_id limit 1),
        (select b.thread_id from checkpoints.checkpoint_blobs b where b.thread_id > t.id order by b.thread_id limit 1),
        (select w.thread_id from checkpoints.checkpoint_writes w where w.thread_id > t.id order by w.thread_id limit 1)
    )
    from thread t where t.id is not null
), page as (
    select id, case when id ~ '^[0-9]{1,18}$' then id::bigint end as run
    from thread where id <> %(after)s
    limit %(limit)s
)
select s.id as thread,
       s.run is not null and not exists (
           select 1 from run r
           where r.id = s.run
             and (r.state not in ('done', 'failed', 'cancelled')
                  or coalesce(r.finished_at, r.created_at) > now() - make_interval(secs => %(seconds)s))
       ) as old
from page s
order by s.id

-- name: count_checkpoints
select (select count(*) from checkpoints.checkpoints where thread_id = any(%(threads)s)) as checkpoints,
       (select count(*) from checkpoints.checkpoint_blobs where thread_id = any(%(threads)s)) as blobs,
       (select count(*) from checkpoints.checkpoint_writes where thread_id = any(%(threads)s)) as writes

-- name: forget_checkpoints
with c as (
    delete from checkpoints.checkpoints where thread_id = any(%(threads)s) returning 1
), b as (
    delete from checkpoints.checkpoint_blobs where thread_id = any(%(threads)s) returning 1
), w as (
    delete from checkpoints.checkpoint_writes where thread_id = any(%(threads)s) returning 1
)
select (select count(*) from c) as checkpoints, (select count(*) from b) as blobs, (select count(*) from w) as writes

-- name: namespaces
select distinct checkpoint_ns from checkpoints.checkpoints where thread_id = %(thread)s order by 1
