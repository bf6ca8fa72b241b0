-- What retention and erasing look for, without reading whole tables.
create index event_age on event (created_at);
create index effect_settled on effect (settled_at) where state in ('done', 'refused');
create index idempotency_age on idempotency (created_at);
create index ticket_silent on ticket (id) where status in ('waiting', 'solved');

-- A row that goes takes with it what refers to it: without these, each one would read the whole table.
create index approval_ticket on approval (ticket_id);
create index approval_effect on approval (effect_id) where effect_id is not null;
create index ticket_follows on ticket (follows_id) where follows_id is not null;
