-- What retention looks for, without reading whole tables.
create index run_finished on run (finished_at) where finished_at is not null;
create index event_age on event (created_at);
create index ticket_silent on ticket (updated_at) where status in ('waiting', 'solved');
create index effect_settled on effect (settled_at) where state in ('done', 'refused');
