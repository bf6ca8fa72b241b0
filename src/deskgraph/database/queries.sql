-- name: get_setting
select value from setting where key = %(key)s

-- name: put_setting
insert into setting (key, value) values (%(key)s, %(value)s)
on conflict (key) do update set value = excluded.value, updated_at = now()

-- name: has_vector
select exists (select 1 from pg_extension where extname = 'vector')

-- name: extension_offered
select exists (select 1 from pg_available_extensions where name = %(name)s)

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
