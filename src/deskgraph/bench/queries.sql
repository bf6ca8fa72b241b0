-- name: make_extension
create extension if not exists pg_stat_statements

-- name: track
alter database deskgraph set pg_stat_statements.track = 'top'

-- name: flush
select pg_stat_force_next_flush(), pg_sleep(1.1)

-- name: stand
select (select coalesce(sum(calls), 0) from pg_stat_statements) as run_statements,
       d.xact_commit as run_commits,
       d.tup_inserted + d.tup_updated + d.tup_deleted as run_rows,
       pg_current_wal_lsn() - '0/0'::pg_lsn as run_wal_bytes
from pg_stat_database d where d.datname = current_database()

-- name: runs_left
select count(*) from run where state in ('queued', 'running', 'parked', 'interrupted')

-- name: runs_queued
select count(*) from run where state = 'queued'

-- name: runs_answered
select count(*) from run where state = 'done' and outcome = 'answered'

-- name: lease_of
select l.worker, l.fence from lease l join run r on r.lane = l.lane
where r.id = %(run)s and r.state = 'running' and l.until > now()
