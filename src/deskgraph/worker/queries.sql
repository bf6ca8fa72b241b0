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
