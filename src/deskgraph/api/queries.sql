-- What /metrics asks at every scrape: rows of labels and values. Names that people
-- choose are bounded: the rest is told as 'other'.

-- name: queue_jobs
select count(*) as value from procrastinate_jobs where status = 'todo'

-- name: runs
select s.state, (select count(*) from run r where r.state = s.state) as value
from unnest(array['queued', 'running', 'parked', 'interrupted', 'done', 'failed', 'cancelled']) s (state)

-- name: oldest_run
select 'queued' as state,
       coalesce(extract(epoch from now() - min(r.created_at)), 0) as value
from run r where r.state = 'queued'
union all
select 'parked', coalesce(extract(epoch from now() - min(
           coalesce((select max(a.created_at) from approval a where a.run_id = r.id), r.started_at, r.created_at)
       )), 0)
from run r where r.state = 'parked'

-- name: approvals
select k.kind, count(a.id) as value
from unnest(array['tool', 'reply', 'outcome', 'flow']) k (kind)
left join approval a on a.kind = k.kind and a.status = 'pending'
group by k.kind

-- name: tickets
select h.handling, count(t.id) as value
from unnest(array['agent', 'needs_human', 'with_staff']) h (handling)
left join ticket t on t.handling = h.handling and t.status in ('open', 'waiting')
group by h.handling

-- name: effects
select case when c.place <= %(names)s then c.action else 'other' end as action, c.state, sum(c.count) as value
from (
    select g.action, g.state, g.count, dense_rank() over (order by g.total desc, g.action) as place
    from (
        select e.action, e.state, count(*) as count, sum(count(*)) over (partition by e.action) as total
        from effect e group by e.action, e.state
    ) g
) c
group by 1, 2

-- name: workers
select count(*) as value from worker where seen_at > now() - make_interval(secs => %(seconds)s)

-- name: spend
select case when m.place <= %(names)s then m.model else 'other' end as model,
       sum(m.input) as input, sum(m.output) as output, sum(m.cost) as cost, sum(m.unpriced) as unpriced
from (
    select model, sum(input_tokens) as input, sum(output_tokens) as output, sum(cost) as cost,
           coalesce(sum(input_tokens + output_tokens) filter (where cost is null), 0) as unpriced,
           row_number() over (order by count(*) desc, model) as place
    from spend group by model
) m
group by 1
