-- name: make_lane
insert into lane (key) values (%(lane)s) on conflict do nothing

-- name: lock_lane
select fence from lane where key = %(lane)s for no key update

-- name: queued_in_lane
select id, graph, ticket_id, lane, state, outcome, reason, actor, models, fence, trace, final,
       created_at, started_at, finished_at
from run where lane = %(lane)s and state = 'queued'
for update

-- name: insert_run
insert into run (graph, ticket_id, lane, position, actor, models, trace)
select %(graph)s, %(ticket_id)s, %(lane)s, coalesce(max(position), 0) + 1, %(actor)s, %(models)s, %(trace)s
from run where lane = %(lane)s
returning id, graph, ticket_id, lane, state, outcome, reason, actor, models, fence, trace, final,
          created_at, started_at, finished_at

-- name: get_run
select id, graph, ticket_id, lane, state, outcome, reason, actor, models, fence, trace, final,
       created_at, started_at, finished_at
from run where id = %(id)s

-- name: next_run
select id, graph, ticket_id, lane, state, outcome, reason, actor, models, fence, trace, final,
       created_at, started_at, finished_at
from run
where lane = %(lane)s and state in ('queued', 'running', 'parked', 'interrupted')
order by position
limit 1

-- name: list_runs
select id, graph, ticket_id, lane, state, outcome, reason, actor, models, fence, trace, final,
       created_at, started_at, finished_at
from run
where %(state)s::text is null or state = %(state)s
order by id desc
limit %(limit)s

-- name: runs_of_ticket
select id, graph, ticket_id, lane, state, outcome, reason, actor, models, fence, trace, final,
       created_at, started_at, finished_at
from run where ticket_id = %(ticket_id)s order by id

-- name: abandoned
select r.id, r.graph, r.ticket_id, r.lane, r.state, r.outcome, r.reason, r.actor, r.models, r.fence, r.trace, r.final,
       r.created_at, r.started_at, r.finished_at
from run r
where not exists (select 1 from lease l where l.lane = r.lane and l.until > now())
  and (
      r.state in ('running', 'interrupted')
      or r.state = 'queued' and not exists (
          select 1 from run b where b.lane = r.lane and b.state in ('running', 'parked', 'interrupted')
      )
      or r.state = 'parked' and may_go_on(r.id)
  )
order by r.id

-- name: lock_lease
select lane from lease where lane = %(lane)s for update

-- name: cut_off
-- Whoever works the lane can write nothing any more, and holds it no longer.
with gone as (delete from lease where lane = %(lane)s)
update lane set fence = fence + 1 where key = %(lane)s returning fence

-- name: held_leases
select l.lane, l.until from lease l
where l.until > now() and exists (select 1 from run r where r.lane = l.lane and r.state = 'running')

-- name: interrupt_abandoned
update run set state = 'interrupted'
where lane = %(lane)s and state = 'running'
  and not exists (select 1 from lease l where l.lane = run.lane and l.until > now())

-- name: move
update run
set state = %(to)s,
    fence = %(fence)s,
    outcome = coalesce(%(outcome)s, outcome),
    reason = case when %(reason)s = '' then reason else %(reason)s end,
    final = coalesce(%(final)s, final),
    started_at = case when %(to)s = 'running' then coalesce(started_at, now()) else started_at end,
    finished_at = case when %(to)s in ('done', 'failed', 'cancelled') then now() end
where id = %(id)s and state = any(%(lawful)s)
returning id, graph, ticket_id, lane, state, outcome, reason, actor, models, fence, trace, final,
          created_at, started_at, finished_at

-- name: steps
select key, node, decision, detail, model, tokens, ms, created_at from step where run_id = %(run_id)s order by id

-- name: take_lane
select take_lane(%(lane)s, %(worker)s, %(seconds)s)

-- name: renew
-- In the order in which erasing holds several of them.
with mine as materialized (
    select lane from lease where worker = %(worker)s order by lane for no key update
)
update lease set until = clock_timestamp() + make_interval(secs => %(seconds)s)
from mine
where lease.lane = mine.lane and lease.worker = %(worker)s
returning lease.lane, lease.fence

-- name: leave_lane
select leave_lane(%(lane)s, %(worker)s, %(fence)s)

-- name: fence
select fence from lane where key = %(lane)s for share

-- name: has_work
select lane_has_work(%(lane)s)

-- name: alone_in_sweeping
select pg_try_advisory_xact_lock(hashtext('deskgraph sweep'))

-- name: stranded
-- Lanes that nobody works though they could go on, and that no wake-up waits for. A run whose lease is over is marked.
-- Nobody is waited for: whoever holds such a run ends or erases it, and the next look finds what is left.
with lost as materialized (
    select id from run
    where state = 'running'
      and not exists (select 1 from lease l where l.lane = run.lane and l.until > clock_timestamp())
    for no key update skip locked
), dead as (
    update run set state = 'interrupted' from lost where run.id = lost.id
    returning run.lane
), idle as (
    select r.lane from run r
    where not exists (select 1 from lease l where l.lane = r.lane and l.until > clock_timestamp())
      and (
          r.state = 'interrupted'
          or r.state = 'parked' and may_go_on(r.id)
          or r.state = 'queued' and not exists (
              select 1 from run b where b.lane = r.lane and b.state in ('running', 'parked', 'interrupted')
          )
      )
)
select lane from dead
union
select i.lane from idle i
where not exists (
    select 1 from procrastinate_jobs j where j.status = 'todo' and j.args ->> 'lane' = i.lane
)
limit 500

-- name: worker_seen
insert into worker (name) values (%(name)s) on conflict (name) do update set seen_at = now()

-- name: worker_gone
delete from worker where name = %(name)s

-- name: worker_alive
select exists (select 1 from worker where seen_at > now() - make_interval(secs => %(seconds)s))

-- name: prune_jobs
-- Wake-ups that ended, and those of workers that are gone: nobody will end them. The lane's runs are the truth, and a
-- wake-up that waits is never touched.
with old as (
    select j.id from procrastinate_jobs j
    where j.task_name = %(task)s
      and (
          j.status in ('succeeded', 'failed', 'cancelled', 'aborted')
          or j.status = 'doing' and not exists (
              select 1 from procrastinate_workers w
              where w.id = j.worker_id and w.last_heartbeat > now() - make_interval(secs => %(seconds)s)
          )
      )
      and not exists (
          select 1 from procrastinate_events e
          where e.job_id = j.id and e.at > now() - make_interval(secs => %(seconds)s)
      )
    order by j.id
    limit %(limit)s
), held as materialized (
    -- What somebody else deletes now is theirs: pruning and erasing would wait for each other in a circle.
    select j.id from procrastinate_jobs j where j.id in (select id from old) and not %(dry)s for update skip locked
), gone as (
    delete from procrastinate_jobs j using held where j.id = held.id returning 1
)
select case when %(dry)s then (select count(*) from old) else (select count(*) from gone) end

-- name: prune_workers
with old as (
    select w.name from worker w where w.seen_at < now() - make_interval(secs => %(seconds)s)
    order by w.seen_at
    limit %(limit)s
), gone as (
    delete from worker w using old where w.name = old.name and not %(dry)s
)
select count(*) from old

-- name: make_lanes
insert into lane (key) select unnest(%(lanes)s::text[]) on conflict do nothing

-- name: lock_leases
select lane from lease where lane = any(%(lanes)s) order by lane for update

-- name: lock_lanes
select key from lane where key = any(%(lanes)s) order by key for update

-- name: runs_of_tickets
select id from run where ticket_id = any(%(tickets)s) order by id

-- name: lock_runs
select id from run where id = any(%(runs)s) order by id for update

-- name: forget_steps
delete from step where run_id = any(%(runs)s)

-- name: forget_spend
delete from spend where run_id = any(%(runs)s) or ticket_id = any(%(tickets)s)

-- name: forget_runs
delete from run where id = any(%(runs)s)

-- name: forget_leases
delete from lease where lane = any(%(lanes)s)

-- name: forget_lanes
delete from lane where key = any(%(lanes)s)

-- name: forget_jobs
-- A wake-up under way is its worker's: it finds no lane, and takes itself away.
delete from procrastinate_jobs
where task_name = %(task)s and status <> 'doing' and args ->> 'lane' = any(%(lanes)s)

-- name: record_spend
insert into spend (run_id, ticket_id, purpose, model, input_tokens, output_tokens, cost)
values (
    %(run_id)s, %(ticket_id)s, %(purpose)s, %(model)s, %(input_tokens)s, %(output_tokens)s, %(cost)s
)

-- name: spent
select 'run' as scope, coalesce(sum(input_tokens + output_tokens), 0)::bigint as tokens, coalesce(sum(cost), 0) as cost
from spend where run_id = %(run_id)s and model <> 'builtin' and 'run' = any(%(scopes)s::text[])
union all
select 'ticket', coalesce(sum(input_tokens + output_tokens), 0)::bigint, coalesce(sum(cost), 0)
from spend where ticket_id = %(ticket_id)s and model <> 'builtin' and 'ticket' = any(%(scopes)s::text[])
union all
select 'day', coalesce(sum(input_tokens + output_tokens), 0)::bigint, coalesce(sum(cost), 0)
from spend
where created_at >= date_trunc('day', now(), 'UTC') and model <> 'builtin' and 'day' = any(%(scopes)s::text[])

-- name: save
-- All that a step leaves, if the lane is still ours: without a row in `held` nothing is written. A special write (an
-- error, an interrupt, a resume: index below 0) replaces the one before; a regular one stands.
with held as materialized (
    select 1 from lane where key = %(lane)s and fence = %(fence)s for share
), blobs as (
    insert into checkpoints.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
    select b.at ->> 0, b.at ->> 1, b.at ->> 2, b.at ->> 3, b.at ->> 4, (%(blob_values)b::bytea[])[b.place]
    from held, jsonb_array_elements(%(blobs)s::jsonb) with ordinality b (at, place)
    on conflict do nothing
), checkpoint as (
    insert into checkpoints.checkpoints
        (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
    select c ->> 0, c ->> 1, c ->> 2, c ->> 3, c -> 4, c -> 5
    from held, jsonb_array_elements(%(checkpoints)s::jsonb) c
    on conflict (thread_id, checkpoint_ns, checkpoint_id)
    do update set checkpoint = excluded.checkpoint, metadata = excluded.metadata
), writes as (
    insert into checkpoints.checkpoint_writes as w
        (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, blob)
    select n.at ->> 0, n.at ->> 1, n.at ->> 2, n.at ->> 3, n.at ->> 4, (n.at ->> 5)::integer, n.at ->> 6, n.at ->> 7,
           (%(write_values)b::bytea[])[n.place]
    from held, jsonb_array_elements(%(writes)s::jsonb) with ordinality n (at, place)
    on conflict (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
    do update set channel = excluded.channel, type = excluded.type, blob = excluded.blob where w.idx < 0
), steps as (
    insert into step (run_id, key, node, decision, detail, model, tokens, ms)
    select %(run_id)s, s ->> 0, s ->> 1, s ->> 2, s -> 3, s ->> 4, (s ->> 5)::integer, (s ->> 6)::integer
    from held, jsonb_array_elements(%(steps)s::jsonb) s
    on conflict (run_id, key) do nothing
), events as (
    select append_event(%(subject)s, e.at ->> 0, e.at ->> 1, e.at ->> 2, %(run_id)s, e.at -> 3)
    from held, jsonb_array_elements(%(events)s::jsonb) with ordinality e (at, place)
    order by e.place
)
select (select count(*) from held) as held, (select count(*) from events) as told

-- name: workers_alive
select count(*) from worker where seen_at > now() - make_interval(secs => %(seconds)s)

-- name: left_behind
select r.id from run r
where r.state in ('running', 'interrupted')
  and not exists (select 1 from lease l where l.lane = r.lane and l.until > now())
order by r.id
limit 100
