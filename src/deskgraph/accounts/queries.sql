-- name: add_person
insert into person (email, name, role, password) values (%(email)s, %(name)s, %(role)s, %(password)s)
on conflict do nothing
returning id, email, name, role, password is not null as has_password, created_at, disabled_at

-- name: hold_people
select pg_advisory_xact_lock(hashtext('deskgraph.person'))

-- name: people
select id, email, name, role, password is not null as has_password, created_at, disabled_at
from person order by lower(email)

-- name: by_email
select id, email, name, role, password is not null as has_password, created_at, disabled_at
from person where lower(email) = lower(%(email)s)

-- name: has_lead
-- Whoever was made one since: a lead that is disabled, or has another role by now, opens the door to nobody.
select exists (select from person)

-- name: stored_password
select password from person where lower(email) = lower(%(email)s) and disabled_at is null

-- name: set_password
with over as (delete from session where person_id = %(id)s)
update person set password = %(password)s where id = %(id)s

-- name: set_role
update person set role = %(role)s where id = %(id)s

-- name: disable
with over as (delete from session where person_id = %(id)s),
     revoked as (update api_key set revoked_at = now() where person_id = %(id)s and revoked_at is null)
update person set disabled_at = coalesce(disabled_at, now()) where id = %(id)s

-- name: open_session
insert into session (digest, person_id, customer_id, expires_at)
values (%(digest)s, %(person)s, %(customer)s, now() + %(lasts)s::interval)

-- name: signed_in
select coalesce(p.role, 'customer') as role, coalesce(p.id, c.id) as id, coalesce(p.email, c.email) as email,
       coalesce(p.name, c.email) as name
from session s
left join person p on p.id = s.person_id
left join customer c on c.id = s.customer_id
where s.digest = %(digest)s and s.expires_at > now() and p.disabled_at is null

-- name: close_session
delete from session where digest = %(digest)s

-- name: prune_sessions
with old as (
    select s.digest from session s where s.expires_at < now() - make_interval(secs => %(seconds)s)
    order by s.expires_at
    limit %(limit)s
), held as materialized (
    -- What somebody else deletes now is theirs: pruning and erasing would wait for each other in a circle.
    select s.digest from session s where s.digest in (select digest from old) and not %(dry)s for update skip locked
), gone as (
    delete from session s using held where s.digest = held.digest returning 1
)
select case when %(dry)s then (select count(*) from old) else (select count(*) from gone) end

-- name: prune_tries
with old as (
    select a.ctid as place from attempt a where a.at < now() - make_interval(secs => %(seconds)s) limit %(limit)s
), gone as (
    delete from attempt a using old where a.ctid = old.place and not %(dry)s returning 1
)
select case when %(dry)s then (select count(*) from old) else (select count(*) from gone) end

-- name: make_key
insert into api_key (digest, name, person_id, scopes) values (%(digest)s, %(name)s, %(person)s, %(scopes)s)

-- name: keys
select k.id, k.name, p.email as person, k.scopes, k.created_at, k.used_at, k.revoked_at
from api_key k join person p on p.id = k.person_id
order by k.id desc

-- name: revoke_key
update api_key set revoked_at = coalesce(revoked_at, now()) where id = %(id)s returning id

-- name: holder
-- A use is noted to the minute, so that a busy key is no busy row.
with found as (
    select k.id as key, p.role, p.id, p.email, p.name, k.scopes
    from api_key k join person p on p.id = k.person_id
    where k.digest = %(digest)s and k.revoked_at is null and p.disabled_at is null
), used as (
    update api_key set used_at = now()
    from found where api_key.id = found.key and (used_at is null or used_at < now() - interval '1 minute')
)
select role, id, email, name, scopes from found

-- name: tries
select count(*) from attempt where key = %(key)s and at > clock_timestamp() - %(within)s::interval

-- name: note_try
insert into attempt (key) values (%(key)s)

-- name: forget_tries
delete from attempt where key = %(key)s
