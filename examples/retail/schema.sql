-- A shop's order book, in a schema of its own; made again, nothing changes.
select pg_advisory_xact_lock(hashtext('examples.retail'));
create schema if not exists retail;

create table if not exists retail.product (id text primary key, name text not null);

create table if not exists retail.variant (
    id         text primary key,
    product_id text not null references retail.product,
    options    jsonb not null,
    available  boolean not null,
    price      numeric(10, 2) not null check (price >= 0)
);

create table if not exists retail.users (
    id         text primary key,
    email      text not null,
    first_name text not null,
    last_name  text not null,
    address    jsonb not null
);
create unique index if not exists user_of_email on retail.users (lower(email));

create table if not exists retail.method (
    user_id text not null references retail.users,
    id      text not null,
    source  text not null check (source in ('credit_card', 'paypal', 'gift_card')),
    balance numeric(10, 2) check ((balance is not null) = (source = 'gift_card') and coalesce(balance, 0) >= 0),
    card    jsonb not null default '{}',
    primary key (user_id, id)
);

create table if not exists retail.orders (
    id         text primary key,
    user_id    text not null references retail.users,
    status     text not null,
    address    jsonb not null,
    fulfilment jsonb not null,
    asked      jsonb not null default '{}'  -- why it was cancelled, or what is to be returned or exchanged
);
create index if not exists order_of_user on retail.orders (user_id);

create table if not exists retail.item (
    order_id   text not null references retail.orders,
    position   integer not null,
    variant_id text not null references retail.variant,
    price      numeric(10, 2) not null check (price >= 0),
    primary key (order_id, position)
);

create table if not exists retail.payment (
    id        bigint generated always as identity primary key,
    order_id  text not null references retail.orders,
    kind      text not null check (kind in ('payment', 'refund')),
    amount    numeric(10, 2) not null check (amount >= 0),
    method_id text not null
);
create index if not exists payment_of_order on retail.payment (order_id);

-- What was done under a key of the desk's ledger, and said: met again, the key changes nothing.
create table if not exists retail.done (
    key     text primary key,
    user_id text not null references retail.users,
    said    text not null,
    at      timestamptz not null default now()
);

create or replace function retail.line(address jsonb) returns text language sql immutable as $$
    select concat_ws(', ', address ->> 'address1', nullif(address ->> 'address2', ''), address ->> 'city',
                     concat_ws(' ', address ->> 'state', address ->> 'zip'), address ->> 'country')
$$;

create or replace function retail.words(options jsonb) returns text language sql immutable as $$
    select string_agg(key || ' ' || value, ', ' order by key) from jsonb_each_text(options)
$$;
