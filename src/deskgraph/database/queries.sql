-- name: get_setting
select value from setting where key = %(key)s

-- name: put_setting
insert into setting (key, value) values (%(key)s, %(value)s)
on conflict (key) do update set value = excluded.value, updated_at = now()

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
