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

-- Take a lane's lease under a new fence; null while another's lease lives, or when there is no such lane. The lease comes
-- first: a wake-up that finds it held never waits for the writes of the run that holds it.
create function take_lane(p_lane text, p_worker text, p_seconds double precision) returns bigint language plpgsql as $$
declare
    n bigint;
begin
    insert into lease (lane, worker, fence, until)
    select key, p_worker, 0, clock_timestamp() + make_interval(secs => p_seconds) from lane where key = p_lane
    on conflict (lane) do update set worker = excluded.worker, until = excluded.until
    where lease.until <= clock_timestamp() or lease.worker = excluded.worker;
    if not found then
        return null;
    end if;
    update lane set fence = fence + 1 where key = p_lane returning fence into n;
    update lease set fence = n where lane = p_lane;
    return n;
end $$;

-- Whether a worker could go on in a lane now: its oldest unfinished run is queued, interrupted, or has a ruling to go on
-- with.
create function lane_has_work(p_lane text) returns boolean language sql stable as $$
    select coalesce((
        select r.state in ('queued', 'interrupted') or r.state = 'parked' and may_go_on(r.id)
        from run r
        where r.lane = p_lane and r.state in ('queued', 'running', 'parked', 'interrupted')
        order by r.position
        limit 1
    ), false)
$$;

-- Give a lease back, if it is still ours; a run that is left in its middle is interrupted. Says whether there is work
-- left: a message or a ruling that came while the lease was held found the lane taken.
create function leave_lane(p_lane text, p_worker text, p_fence bigint) returns boolean language plpgsql as $$
begin
    -- What a crash of the server could undo here, the end of the lease does again.
    perform set_config('synchronous_commit', 'off', true);
    delete from lease where lane = p_lane and worker = p_worker and fence = p_fence;
    update run set state = 'interrupted'
    where lane = p_lane and state = 'running'
      and not exists (select 1 from lease l where l.lane = p_lane and l.until > now());
    return lane_has_work(p_lane);
end $$;
