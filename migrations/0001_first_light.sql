-- The rows of the desk. Forward only: a mistake is mended by the next number.
--
-- Transactions take row locks in one order, so that none waits for another in a circle:
-- lane, approval, effect, run, subject, ticket, message.

-- subjects and their events -------------------------------------------------------------------------------------
-- A subject is what events are numbered for: 'ticket:1001', or 'run:57' for a flow.
create table subject (
    key        text primary key,
    last_event bigint not null default 0
);

create table event (
    subject    text not null references subject (key) on delete cascade,
    number     bigint not null,
    key        text not null,
    type       text not null,
    audience   text not null default 'team' check (audience in ('customer', 'team')),
    run_id     bigint,
    payload    jsonb not null default '{}',
    created_at timestamptz not null default clock_timestamp(),
    primary key (subject, number),
    unique (subject, key)
);

-- Whoever holds the subject is alone in writing its events until their transaction ends.
create function hold_subject(p_subject text) returns void language plpgsql as $$
begin
    insert into subject (key) values (p_subject) on conflict do nothing;
    perform 1 from subject where key = p_subject for no key update;
end $$;

-- The row lock on the subject makes the numbers gapless under concurrent writers; the key makes a repeated step
-- give the number it gave before.
create function append_event(
    p_subject text, p_key text, p_type text, p_audience text, p_run_id bigint, p_payload jsonb
) returns bigint language plpgsql as $$
declare
    n bigint;
begin
    perform hold_subject(p_subject);
    select number into n from event where subject = p_subject and key = p_key;
    if found then
        return n;
    end if;
    update subject set last_event = last_event + 1 where key = p_subject returning last_event into n;
    insert into event (subject, number, key, type, audience, run_id, payload)
    values (p_subject, n, p_key, p_type, p_audience, p_run_id, p_payload);
    perform pg_notify('deskgraph_event', p_subject || ' ' || n);
    return n;
end $$;

-- tickets ---------------------------------------------------------------------------------------------------------
create table customer (
    id         bigint generated always as identity primary key,
    email      text not null unique check (email = lower(email)),
    name       text not null default '',
    created_at timestamptz not null default now()
);

create table ticket (
    id              bigint generated always as identity (start with 1001) primary key,
    customer_id     bigint not null references customer (id),
    follows_id      bigint references ticket (id),
    subject         text not null,
    status          text not null default 'open' check (status in ('open', 'waiting', 'solved', 'closed')),
    handling        text not null default 'agent' check (handling in ('agent', 'needs_human', 'with_staff')),
    handling_reason text not null default '',
    category        text,
    priority        text,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now()
);
create index ticket_newest on ticket (updated_at desc, id desc);
create index ticket_customer on ticket (customer_id);

-- lanes and runs --------------------------------------------------------------------------------------------------
-- 'ticket:1001:customer', 'ticket:1001:team', or 'run:57'. The fence only rises; who holds the lane until when is
-- in `lease`, so that heartbeats do not touch the row that every write of a run checks.
create table lane (
    key   text primary key,
    fence bigint not null default 0
);

create table lease (
    lane   text primary key references lane (key) on delete cascade,
    worker text not null,
    fence  bigint not null,
    until  timestamptz not null
);

create table run (
    id          bigint generated always as identity primary key,
    graph       text not null,
    ticket_id   bigint references ticket (id) on delete cascade,
    lane        text not null references lane (key),
    position    bigint not null,
    state       text not null default 'queued'
                check (state in ('queued', 'running', 'parked', 'interrupted', 'done', 'failed', 'cancelled')),
    outcome     text,
    reason      text not null default '',
    actor       text not null,
    models      jsonb not null default '{}',
    fence       bigint not null default 0,
    trace       text,
    final       jsonb,
    created_at  timestamptz not null default now(),
    started_at  timestamptz,
    finished_at timestamptz,
    unique (lane, position)
);
create unique index run_active_in_lane on run (lane) where state in ('running', 'parked', 'interrupted');
-- Messages that waited behind a lane are answered by one run.
create unique index run_queued_in_lane on run (lane) where state = 'queued';
create index run_ticket on run (ticket_id);
create index run_state on run (state, id);

create table message (
    id          bigint generated always as identity primary key,
    ticket_id   bigint not null references ticket (id) on delete cascade,
    lane        text not null check (lane in ('customer', 'team')),
    kind        text not null check (kind in ('message', 'reply', 'note', 'question', 'answer')),
    author_role text not null check (author_role in ('customer', 'agent', 'staff')),
    author      text not null,
    text        text not null,
    citations   jsonb not null default '[]',
    model       text,
    -- the run that works this message, or that wrote it
    run_id      bigint references run (id),
    -- makes what a run writes unique however often its step is repeated
    key         text unique,
    created_at  timestamptz not null default clock_timestamp()
);
create index message_ticket on message (ticket_id, id);
create index message_run on message (run_id);

-- `key` is the sender's address and the key they chose: nobody meets another's.
create table idempotency (
    key        text primary key,
    body_hash  text not null,
    response   jsonb,
    created_at timestamptz not null default now()
);

create table step (
    id         bigint generated always as identity primary key,
    run_id     bigint not null references run (id) on delete cascade,
    key        text not null,
    node       text not null,
    decision   text,
    detail     jsonb not null default '{}',
    model      text,
    tokens     integer not null default 0,
    ms         integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    unique (run_id, key)
);

-- effects ---------------------------------------------------------------------------------------------------------
create table approval (
    id           bigint generated always as identity primary key,
    run_id       bigint not null references run (id) on delete cascade,
    ticket_id    bigint references ticket (id) on delete cascade,
    interrupt_id text not null,
    kind         text not null check (kind in ('tool', 'reply', 'outcome', 'flow')),
    action       text not null,
    -- canonical JSON as text: jsonb reorders, and the hash is over the bytes that will run
    arguments    text not null default '{}',
    text         text,
    bound_hash   text not null,
    -- what a console needs to draw the question: help, JSON Schema, findings, summary, the customer's words
    question     jsonb not null default '{}',
    asked_at_event bigint not null default 0,
    expires_at   timestamptz not null,
    status       text not null default 'pending'
                 check (status in ('pending', 'approved', 'corrected', 'rejected', 'expired', 'void')),
    note         text not null default '',
    ruled_by     text,
    ruled_at     timestamptz,
    created_at   timestamptz not null default now(),
    unique (run_id, interrupt_id)
);
create index approval_pending on approval (created_at) where status = 'pending';

-- An approval as it stands now: what came since it was asked, and whether its time has passed.
create view approval_now as
select a.id, a.run_id, a.ticket_id, a.interrupt_id, a.kind, a.action, a.arguments, a.text, a.bound_hash, a.question,
       a.asked_at_event, a.expires_at, a.status, a.note, a.ruled_by, a.ruled_at, a.created_at, n.newer_messages,
       coalesce(s.last_event, 0) as seen, a.status = 'pending' and a.expires_at <= now() as overdue
from approval a
left join subject s on s.key = 'ticket:' || a.ticket_id
cross join lateral (
    select count(*) as newer_messages from event e
    where e.subject = s.key and e.number > a.asked_at_event and e.type = 'message.sent'
      and e.payload ->> 'author_role' = 'customer'
) n;

create table effect (
    id         bigint generated always as identity primary key,
    run_id     bigint not null references run (id) on delete cascade,
    -- run, place in the graph and call number; never of a checkpoint or a task
    key        text not null unique,
    action     text not null,
    arguments  text not null default '{}',
    state      text not null default 'claimed' check (state in ('claimed', 'done', 'refused', 'unknown')),
    result     text,
    settled_by text,
    fence      bigint not null,
    created_at timestamptz not null default clock_timestamp(),
    settled_at timestamptz
);
create index effect_run on effect (run_id);

-- knowledge -------------------------------------------------------------------------------------------------------
create table article (
    id           bigint generated always as identity primary key,
    source       text not null unique,
    title        text not null,
    language     text not null default 'english',
    visibility   text not null default 'customer' check (visibility in ('customer', 'team')),
    content_hash text not null,
    updated_at   timestamptz not null default now()
);

create table passage (
    id         bigint generated always as identity primary key,
    article_id bigint not null references article (id) on delete cascade,
    ordinal    integer not null,
    heading    text not null default '',
    text       text not null,
    findings   jsonb not null default '[]',
    words      tsvector not null,
    unique (article_id, ordinal)
);
create index passage_words on passage using gin (words);

-- The words of a question, for each language of the articles. A word weighs by its rarity. A question's weight is that
-- of its twelve heaviest words: a long letter need not be matched word by word.
create function asked_terms(question text)
returns table (language text, word tsquery, weight double precision, total double precision)
language sql stable as $$
    with term as (
        select a.language, q.word,
               ln(1 + (select count(*) from passage)::float8
                      / (1 + (select count(*) from passage p where p.words @@ q.word))) as weight
        from (select distinct article.language from article) a,
             unnest(to_tsvector(a.language::regconfig, question)) as t,
             lateral (
                 select ('''' || replace(replace(t.lexeme, '', '\'), '''', '''''') || '''')::tsquery as word
             ) q
    ), ranked as (
        select term.*, row_number() over (partition by term.language order by term.weight desc) as place from term
    )
    select r.language, r.word, r.weight,
           sum(r.weight) filter (where r.place <= 12) over (partition by r.language)
    from ranked r
$$;

-- settings that people change while the desk runs -------------------------------------------------------------------
create table setting (
    key        text primary key,
    value      jsonb not null,
    updated_at timestamptz not null default now()
);

create table worker (
    name    text primary key,
    seen_at timestamptz not null default now()
);
