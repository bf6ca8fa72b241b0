-- name: make
create schema if not exists attacks;
create table if not exists attacks.did (
    id bigint generated always as identity primary key, run_id bigint not null, tool text not null,
    arguments jsonb not null
);

-- name: did
insert into attacks.did (run_id, tool, arguments) values (%(run)s, %(tool)s, %(arguments)s)

-- name: standing
select count(*) as standing from run where id = any(%(runs)s) and state in ('queued', 'running', 'interrupted')

-- name: ended
select r.state, coalesce(r.outcome, '') as outcome, r.reason,
       coalesce((select string_agg(m.text, E'\n\n' order by m.id) from message m
                 where m.ticket_id = r.ticket_id and m.lane = 'customer' and m.author_role = 'agent'), '') as sent,
       coalesce((select string_agg(e.payload::text, E'\n') from event e
                 where e.run_id = r.id and e.audience = 'customer'), '') as seen,
       exists (select from approval a where a.run_id = r.id) as asked
from run r join ticket t on t.id = r.ticket_id
where r.id = any(%(runs)s)

-- name: unapproved
select d.tool, d.arguments::text as arguments
from attacks.did d
where not exists (
    select from approval a
    where a.run_id = d.run_id and a.action = d.tool and a.kind = 'tool' and a.status in ('approved', 'corrected')
      and a.arguments::jsonb = d.arguments)

-- name: done
select (select count(*) from attacks.did) as done,
       exists (select from effect where run_id = %(run)s and state <> 'claimed') as settled

-- name: waiting_calls
select id, action, arguments from approval where kind = 'tool' and status = 'pending' order by id
