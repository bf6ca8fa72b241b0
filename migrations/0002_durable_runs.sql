-- What keeps a run from being lost or doubled: an effect may belong to a person's reply instead of a run, a question
-- about an effect names it, and an approval says whether its run has taken the ruling up.

alter table effect alter column run_id drop not null;
alter table effect add column ticket_id bigint references ticket (id) on delete cascade;
update effect e set ticket_id = r.ticket_id from run r where r.id = e.run_id;
alter table effect add constraint effect_owner check (run_id is not null or ticket_id is not null);
create index effect_ticket on effect (ticket_id);
create index effect_open on effect (id) where state in ('claimed', 'unknown');

-- The effect that a question of kind 'outcome' is about.
alter table approval add column effect_id bigint references effect (id) on delete cascade;
-- A ruling that the run has gone on with. The checkpoint is the truth of it; this tells a look at the lane whether
-- there is a ruling to go on with.
alter table approval add column applied boolean not null default false;
update approval a set applied = true from run r where r.id = a.run_id and r.state in ('done', 'failed', 'cancelled');
create index approval_run on approval (run_id);

drop view approval_now;
-- An approval as it stands now: what came since it was asked, and whether its time has passed.
create view approval_now as
select a.id, a.run_id, a.ticket_id, a.interrupt_id, a.kind, a.action, a.arguments, a.text, a.bound_hash, a.question,
       a.asked_at_event, a.expires_at, a.status, a.note, a.ruled_by, a.ruled_at, a.created_at, a.effect_id, a.applied,
       n.newer_messages, coalesce(s.last_event, 0) as seen,
       a.status = 'pending' and a.expires_at <= now() as overdue
from approval a
left join subject s on s.key = 'ticket:' || a.ticket_id
cross join lateral (
    select count(*) as newer_messages from event e
    where e.subject = s.key and e.number > a.asked_at_event and e.type = 'message.sent'
      and e.payload ->> 'author_role' = 'customer'
) n;

-- Whether a parked run has something to go on with: a ruling it has not taken up, or a question that was never put to
-- anybody because its process was killed.
create function may_go_on(p_run_id bigint) returns boolean language sql stable as $$
    select coalesce(bool_or(status <> 'pending' and not applied) or bool_and(status <> 'pending'), true)
    from approval where run_id = p_run_id
$$;
