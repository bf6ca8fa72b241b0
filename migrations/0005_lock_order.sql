-- Transactions take row locks in one order: lane, lease, approval, effect, run, subject, ticket, message. A lease comes and
-- goes, and what is not there cannot be locked: who holds it before its lane, and found none, would meet the next one with
-- the lane in their hands. So the lane, which stays, is first. Whoever holds it sees all leases there will be.

-- Take a lane's lease under a new fence; null while another's lease lives, or when there is no such lane.
create or replace function take_lane(p_lane text, p_worker text, p_seconds double precision) returns bigint language plpgsql
as $$
declare
    n bigint;
begin
    -- A wake-up that finds the lease held never waits for the writes of the run that holds it. One that is being given
    -- back at this moment is waited for: nobody else would look at the lane again.
    perform 1 from lease
    where lane = p_lane and worker <> p_worker and until > clock_timestamp()
    for key share skip locked;
    if found then
        return null;
    end if;
    select fence + 1 into n from lane where key = p_lane for no key update;
    if not found then
        return null;
    end if;
    insert into lease (lane, worker, fence, until)
    values (p_lane, p_worker, n, clock_timestamp() + make_interval(secs => p_seconds))
    on conflict (lane) do update set worker = excluded.worker, fence = excluded.fence, until = excluded.until
    where lease.until <= clock_timestamp() or lease.worker = excluded.worker;
    if not found then
        return null;
    end if;
    update lane set fence = n where key = p_lane;
    return n;
end $$;
