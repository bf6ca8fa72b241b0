-- People of the desk and their ways in. A secret is never stored: passwords as argon2 hashes, tokens and keys by digest.
create table person (
    id          bigint generated always as identity primary key,
    email       text not null,
    name        text not null,
    role        text not null check (role in ('staff', 'lead', 'developer')),
    -- null: nobody has set one, and nobody signs in by it
    password    text,
    created_at  timestamptz not null default now(),
    disabled_at timestamptz
);
create unique index person_email on person (lower(email));

-- Who is signed in: a person of the desk, or a customer who came by a link.
create table session (
    digest      bytea primary key,
    person_id   bigint references person (id) on delete cascade,
    customer_id bigint references customer (id) on delete cascade,
    created_at  timestamptz not null default now(),
    expires_at  timestamptz not null,
    check ((person_id is null) <> (customer_id is null))
);
create index session_person on session (person_id);
create index session_customer on session (customer_id);
create index session_expiry on session (expires_at);

create table api_key (
    id         bigint generated always as identity primary key,
    digest     bytea not null unique,
    name       text not null,
    person_id  bigint not null references person (id) on delete cascade,
    scopes     text[] not null,
    created_at timestamptz not null default now(),
    used_at    timestamptz,
    revoked_at timestamptz
);
create index api_key_person on api_key (person_id);

-- Tries of whatever must not be tried without end, by a digest of who tries what.
create table attempt (
    key text not null,
    at  timestamptz not null default clock_timestamp()
);
create index attempt_key on attempt (key, at);
