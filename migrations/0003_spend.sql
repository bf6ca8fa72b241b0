-- What models cost: one row a decision of a model. `cost` is in US dollars; null where no price is known, which is not
-- zero. The caps on spending sum these rows, of models that cost something alone.
create table spend (
    id            bigint generated always as identity primary key,
    run_id        bigint not null references run (id) on delete cascade,
    ticket_id     bigint references ticket (id) on delete cascade,
    purpose       text not null,
    model         text not null,
    input_tokens  bigint not null default 0,
    output_tokens bigint not null default 0,
    cost          numeric(14, 8),
    created_at    timestamptz not null default clock_timestamp()
);
create index spend_run on spend (run_id);
create index spend_ticket on spend (ticket_id);
create index spend_day on spend (created_at) include (input_tokens, output_tokens, cost) where model <> 'builtin';
