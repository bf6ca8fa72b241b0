-- The order book of Brindle & Cog. It belongs to the demo alone and makes itself; running it again changes nothing.

-- Several processes may load the demo at once, and `if not exists` is not safe from that.
select pg_advisory_xact_lock(hashtext('deskgraph.demo'));

create schema if not exists demo;

create table if not exists demo.customer (
    email text primary key check (email = lower(email)),
    name  text not null
);

create table if not exists demo.orders (
    number     text primary key,
    email      text not null references demo.customer (email),
    placed_on  date not null,
    status     text not null check (status in ('placed', 'packed', 'shipped', 'delivered', 'cancelled')),
    shipped_on date,
    service    text not null default 'standard' check (service in ('standard', 'express')),
    delivery   numeric(8, 2) not null check (delivery >= 0),
    address    text not null,
    paid_by    text not null,
    tracking   text
);
create index if not exists orders_of_customer on demo.orders (email, placed_on desc);

create table if not exists demo.item (
    "order"  text not null references demo.orders (number),
    position integer not null,
    name     text not null,
    quantity integer not null check (quantity > 0),
    price    numeric(8, 2) not null check (price >= 0),
    primary key ("order", position)
);

create table if not exists demo.refund (
    id         bigint generated always as identity primary key,
    "order"    text not null references demo.orders (number),
    amount     numeric(8, 2) not null check (amount > 0),
    created_at timestamptz not null default now()
);

-- What a tool did under a key of the desk's ledger: met again, the key gives the same words and changes nothing.
create table if not exists demo.done (
    key        text primary key,
    tool       text not null,
    said       text not null,
    email      text,
    created_at timestamptz not null default now()
);
alter table demo.done add column if not exists email text;

-- The book is filled once: a customer who was erased does not come back with the next start.
create table if not exists demo.filled (at timestamptz not null default now());

do $$ begin
if exists (select from demo.filled) then
    return;
end if;
insert into demo.filled default values;

insert into demo.customer (email, name) values
    ('maya.lindqvist@example.org', 'Maya Lindqvist'),
    ('tom.ashworth@example.org', 'Tom Ashworth'),
    ('leila.haddad@example.org', 'Leila Haddad'),
    ('owen.fairley@example.org', 'Owen Fairley'),
    ('greta.sommer@example.org', 'Greta Sommer'),
    ('kofi.mensah@example.org', 'Kofi Mensah'),
    ('ines.duarte@example.org', 'Inês Duarte'),
    ('callum.reid@example.org', 'Callum Reid'),
    ('hanna.novak@example.org', 'Hanna Novák'),
    ('bram.dewit@example.org', 'Bram de Wit'),
    ('siobhan.kelly@example.org', 'Siobhán Kelly'),
    ('arthur.penrose@example.org', 'Arthur Penrose')
on conflict do nothing;

insert into demo.orders (number, email, placed_on, status, shipped_on, service, delivery, address, paid_by, tracking)
select number, email, current_date - placed, status, current_date - shipped, service, delivery, address, paid_by,
       tracking
from (values
    ('BC-1001', 'maya.lindqvist@example.org', 41, 'delivered', 40, 'standard', 0.00, '8 Weavers Row, Leeds, LS2 7HJ', 'card ending 4417', 'TRK500101'),
    ('BC-1002', 'tom.ashworth@example.org', 36, 'delivered', 35, 'express', 7.95, '27 Canal Street, Bristol, BS1 4QA', 'card ending 0932', 'TRK500102'),
    ('BC-1003', 'leila.haddad@example.org', 33, 'delivered', 32, 'standard', 3.95, '5 Orchard Close, Norwich, NR2 1AB', 'gift card ending K7', 'TRK500103'),
    ('BC-1004', 'owen.fairley@example.org', 30, 'delivered', 29, 'standard', 0.00, '61 Station Road, Cardiff, CF10 2EF', 'card ending 7781', 'TRK500104'),
    ('BC-1005', 'greta.sommer@example.org', 26, 'delivered', 25, 'standard', 11.50, 'Lindenweg 12, 18055 Rostock', 'card ending 2290', 'TRK500105'),
    ('BC-1006', 'kofi.mensah@example.org', 22, 'delivered', 21, 'standard', 9.00, '140 Queens Drive, Glasgow, G42 8BJ', 'card ending 5508', 'TRK500106'),
    ('BC-1007', 'ines.duarte@example.org', 20, 'delivered', 19, 'express', 7.95, '3 Harbour Court, Plymouth, PL1 3RP', 'card ending 6143', 'TRK500107'),
    ('BC-1008', 'callum.reid@example.org', 17, 'delivered', 16, 'standard', 6.95, '2 Shore Road, Stornoway, HS1 2XL', 'card ending 8874', 'TRK500108'),
    ('BC-1009', 'hanna.novak@example.org', 15, 'delivered', 14, 'standard', 3.95, '19 Mill Lane, York, YO1 9TT', 'card ending 3016', 'TRK500109'),
    ('BC-1010', 'bram.dewit@example.org', 14, 'shipped', 13, 'standard', 11.50, 'Kanaalweg 44, 3526 Utrecht', 'card ending 1207', 'TRK500110'),
    ('BC-1011', 'siobhan.kelly@example.org', 12, 'delivered', 11, 'standard', 8.50, '9 Quay Street, Galway, H91 XY45', 'card ending 4460', 'TRK500111'),
    ('BC-1012', 'arthur.penrose@example.org', 12, 'shipped', 11, 'standard', 0.00, '33 Chapel Lane, Truro, TR1 2LL', 'card ending 9025', 'TRK500112'),
    ('BC-1013', 'maya.lindqvist@example.org', 9, 'delivered', 8, 'standard', 0.00, '8 Weavers Row, Leeds, LS2 7HJ', 'card ending 4417', 'TRK500113'),
    ('BC-1014', 'tom.ashworth@example.org', 8, 'delivered', 7, 'standard', 0.00, '27 Canal Street, Bristol, BS1 4QA', 'card ending 0932', 'TRK500114'),
    ('BC-1015', 'leila.haddad@example.org', 6, 'shipped', 5, 'express', 7.95, '5 Orchard Close, Norwich, NR2 1AB', 'card ending 6671', 'TRK500115'),
    ('BC-1016', 'owen.fairley@example.org', 5, 'cancelled', null, 'standard', 3.95, '61 Station Road, Cardiff, CF10 2EF', 'card ending 7781', null),
    ('BC-1017', 'greta.sommer@example.org', 4, 'shipped', 3, 'standard', 11.50, 'Lindenweg 12, 18055 Rostock', 'card ending 2290', 'TRK500117'),
    ('BC-1018', 'kofi.mensah@example.org', 3, 'shipped', 2, 'standard', 0.00, '140 Queens Drive, Glasgow, G42 8BJ', 'card ending 5508', 'TRK500118'),
    ('BC-1019', 'ines.duarte@example.org', 3, 'packed', null, 'standard', 0.00, '3 Harbour Court, Plymouth, PL1 3RP', 'card ending 6143', null),
    ('BC-1020', 'hanna.novak@example.org', 2, 'shipped', 1, 'express', 7.95, '19 Mill Lane, York, YO1 9TT', 'card ending 3016', 'TRK500120'),
    ('BC-1021', 'callum.reid@example.org', 1, 'packed', null, 'standard', 6.95, '2 Shore Road, Stornoway, HS1 2XL', 'card ending 8874', null),
    ('BC-1022', 'siobhan.kelly@example.org', 1, 'placed', null, 'standard', 8.50, '9 Quay Street, Galway, H91 XY45', 'card ending 4460', null),
    ('BC-1023', 'arthur.penrose@example.org', 1, 'placed', null, 'standard', 3.95, '33 Chapel Lane, Truro, TR1 2LL', 'card ending 9025', null),
    ('BC-1024', 'leila.haddad@example.org', 0, 'placed', null, 'express', 7.95, '5 Orchard Close, Norwich, NR2 1AB', 'card ending 6671', null),
    ('BC-1025', 'bram.dewit@example.org', 0, 'placed', null, 'standard', 11.50, 'Kanaalweg 44, 3526 Utrecht', 'card ending 1207', null),
    ('BC-1026', 'tom.ashworth@example.org', 0, 'packed', null, 'standard', 9.00, '27 Canal Street, Bristol, BS1 4QA', 'card ending 0932', null)
) as book (number, email, placed, status, shipped, service, delivery, address, paid_by, tracking)
on conflict do nothing;

insert into demo.item ("order", position, name, quantity, price) values
    ('BC-1001', 1, 'Tanner wool jersey, M', 1, 74.00),
    ('BC-1002', 1, 'Disc brake pads, resin, pair', 2, 14.50),
    ('BC-1003', 1, 'Bell, brass', 1, 18.00),
    ('BC-1003', 2, 'Bar tape, chestnut', 1, 22.00),
    ('BC-1004', 1, 'Leather saddle No. 3', 1, 96.00),
    ('BC-1005', 1, 'Dynamo front light', 1, 68.00),
    ('BC-1006', 1, 'Built rear wheel, 32 spokes', 1, 214.00),
    ('BC-1007', 1, '11 speed chain, 116 links', 1, 29.90),
    ('BC-1007', 2, 'Chain gauge', 1, 9.60),
    ('BC-1008', 1, 'Mudguards, 45 mm, pair', 1, 39.00),
    ('BC-1009', 1, 'Platform pedals, pair', 1, 42.50),
    ('BC-1010', 1, 'Tanner rain cape', 1, 59.00),
    ('BC-1011', 1, 'Gravel tyre 40-622', 2, 36.00),
    ('BC-1012', 1, 'Pannier bags, pair', 1, 118.00),
    ('BC-1013', 1, 'Touring tyre 37-622', 2, 31.00),
    ('BC-1013', 2, 'Inner tube 35-45', 2, 6.20),
    ('BC-1014', 1, 'Cassette 11-34, 11 speed', 1, 64.00),
    ('BC-1014', 2, '11 speed chain, 116 links', 1, 29.90),
    ('BC-1015', 1, 'Helmet, size M', 1, 49.00),
    ('BC-1016', 1, 'Kickstand', 1, 24.00),
    ('BC-1017', 1, 'Rear light, dynamo', 1, 27.00),
    ('BC-1018', 1, 'Hydraulic brake set', 1, 132.00),
    ('BC-1019', 1, 'Crankset 170 mm', 1, 128.00),
    ('BC-1020', 1, 'Bottom bracket, English thread', 1, 33.00),
    ('BC-1021', 1, 'Sealant, 500 ml', 1, 16.50),
    ('BC-1021', 2, 'Tubeless valves, pair', 1, 15.00),
    ('BC-1022', 1, 'Saddle bag, canvas', 1, 54.00),
    ('BC-1023', 1, 'Water bottle, steel', 2, 17.00),
    ('BC-1024', 1, 'Cycling gloves, size S', 1, 26.00),
    ('BC-1025', 1, 'Handlebar 42 cm', 1, 48.00),
    ('BC-1026', 1, 'Floor stand', 1, 88.00)
on conflict do nothing;

-- A cancelled order has been paid back.
insert into demo.refund ("order", amount)
select 'BC-1016', 27.95 where not exists (select from demo.refund where "order" = 'BC-1016');
end $$;
