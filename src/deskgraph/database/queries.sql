-- name: get_setting
select value from setting where key = %(key)s

-- name: put_setting
insert into setting (key, value) values (%(key)s, %(value)s)
on conflict (key) do update set value = excluded.value, updated_at = now()

-- name: first_setting
insert into setting (key, value) values (%(key)s, %(value)s)
on conflict (key) do update set value = setting.value
returning value

-- name: has_vector
select exists (select 1 from pg_extension where extname = 'vector')

-- name: offered_extensions
select name from pg_available_extensions
where name = any(%(names)s) and installed_version is null
order by name

-- name: create_vector
create extension if not exists vector

-- name: create_pg_trgm
create extension if not exists pg_trgm

-- name: create_unaccent
create extension if not exists unaccent

-- name: try_lock
select pg_try_advisory_lock(%(key)s)

-- name: unlock
select pg_advisory_unlock(%(key)s)

-- name: create_ledger
create table if not exists migration (
    name       text primary key,
    checksum   text not null,
    applied_at timestamptz not null default now()
)

-- name: has_ledger
select to_regclass('migration') is not null

-- name: applied
select name, checksum from migration order by name

-- name: record
insert into migration (name, checksum) values (%(name)s, %(checksum)s)

-- name: create_checkpoint_schema
create schema if not exists checkpoints

-- name: drop_broken_indexes
do $$
declare
    broken regclass;
begin
    for broken in
        select i.indexrelid::regclass
        from pg_index i
        join pg_class c on c.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'checkpoints' and not i.indisvalid
    loop
        execute format('drop index %s', broken);
    end loop;
end $$

-- name: has_checkpoint_ledger
select to_regclass('checkpoints.checkpoint_migrations') is not null

-- name: checkpoint_version
select max(v) from checkpoints.checkpoint_migrations

-- name: see_checkpoints
select set_config('search_path', current_setting('search_path') || ', checkpoints', false)

-- name: backend
select pg_backend_pid()

-- name: room
-- What is reserved differs by version; a limit of -1 is none.
select least(
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
       ) as allowed,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open

-- name: invalid_indexes
select n.nspname || '.' || c.relname as name
from pg_index i
join pg_class c on c.oid = i.indexrelid
join pg_namespace n on n.oid = c.relnamespace
where not i.indisvalid and n.nspname in (current_schema(), 'checkpoints')
  and not exists (select 1 from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)
order by 1

-- name: clock
select extract(epoch from clock_timestamp())::float8
