-- After the drain. Builds before the keys say `on conflict` on this table, which a partitioned one without that key refuses.
-- Webhooks by months of their time-ordered id. Nothing is copied: the table of today is the first partition.
drop trigger notifications_claim_key on notifications;
drop function claim_notification_key();
drop trigger notifications_become_due on notifications;
drop trigger notifications_are_due on notifications;
alter table notifications drop constraint notifications_provider_event_id_key;
alter table notifications rename to notifications_first;
alter index notifications_pkey rename to notifications_first_pkey;
alter index notifications_of_order rename to notifications_first_of_order;
alter index notifications_of_reports rename to notifications_first_of_reports;
alter index notifications_parked rename to notifications_first_parked;
alter index notifications_without_order rename to notifications_first_without_order;

create table notifications (
  id uuid primary key,
  provider integer not null,
  event_id text not null,
  event_type text not null,
  order_id uuid,
  body text not null,
  received_at timestamptz not null,
  hand_over_after timestamptz,
  processed_at timestamptz,
  provider_payment_id text,
  runs integer not null default 0,
  failures integer not null default 0,
  parked_at timestamptz,
  discarded_at timestamptz
) partition by range (id);
create index notifications_of_order on notifications (order_id) where order_id is not null;
create index notifications_of_reports on notifications (provider, received_at) where event_type = 'REPORT_AVAILABLE';
create index notifications_parked on notifications (parked_at) where parked_at is not null;
create index notifications_without_order on notifications (received_at) where order_id is null;

do $$
declare
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') into strict bound
    from pg_constraint where conname = 'notifications_before' and conrelid = 'notifications_first'::regclass;
  execute format('alter table notifications attach partition notifications_first for values from (minvalue) to (%L)', bound);
end $$;
alter table notifications_first drop constraint notifications_before;

-- For a webhook whose month was not made: it is stored all the same, and its month is not made any more.
create table notifications_default partition of notifications default with (fillfactor = 70);

create trigger notifications_become_due after insert on notifications for each row
  when (new.hand_over_after is not null) execute function follow_due_notification();
create trigger notifications_are_due after update on notifications for each row
  when ((new.hand_over_after, new.order_id) is distinct from (old.hand_over_after, old.order_id)) execute function follow_due_notification();
revoke all on notifications_first, notifications_default from jawhara_app;

-- Makes the months to come and drops those that are over. Says how many it made and dropped, how many whole months after this one are
-- there, and how many rows without a month, and keys, it deleted. A month is filled in beside the table and then attached, which holds
-- up no insert. A month in which a webhook waits or is parked stays until an operator has seen to it. Parked ones are found by their index,
-- whatever PostgreSQL knows of the month.
create or replace function keep_notification_months(keep_months integer, out made integer, out ahead integer, out dropped integer,
  out deleted integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' set enable_seqscan = off as $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'UTC');
  first_bound uuid;
  oldest uuid;
  coming timestamp;
  lowest uuid;
  highest uuid;
  partition text;
  is_waiting boolean;
  rows_deleted integer;
begin
  made := 0;
  ahead := 0;
  dropped := 0;
  deleted := 0;
  if keep_months is null or keep_months not between 24 and 600 then
    raise exception 'webhooks are kept for 24 to 600 months, not for %', keep_months using errcode = 'invalid_parameter_value';
  end if;
  oldest := public.first_id_at((this_month - keep_months * interval '1 month') at time zone 'UTC');
  -- Null once the first partition has gone too.
  select substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]{36})''\)')::uuid into first_bound
    from pg_class where oid = to_regclass('public.notifications_first');
  -- Not when somebody else is at it.
  if pg_try_advisory_xact_lock(7342026) then
    for coming in select this_month + n * interval '1 month' from generate_series(0, 3) n loop
      lowest := public.first_id_at(coming at time zone 'UTC');
      highest := public.first_id_at((coming + interval '1 month') at time zone 'UTC');
      partition := 'notifications_' || to_char(coming, 'YYYYMM');
      continue when to_regclass('public.' || partition) is not null or first_bound > lowest
        or exists (select from public.notifications_default where id >= lowest and id < highest);
      execute format('create table public.%I (like public.notifications including all) with (fillfactor = 70)', partition);
      execute format('revoke all on public.%I from jawhara_app', partition);
      execute format('alter table public.notifications attach partition public.%I for values from (%L) to (%L)', partition, lowest, highest);
      made := made + 1;
    end loop;

    -- What is left is for the next run.
    delete from public.notifications_default where ctid = any(array(
      select ctid from public.notifications_default
      where id < oldest and hand_over_after is null and parked_at is null limit 10000));
    get diagnostics rows_deleted = row_count;
    deleted := rows_deleted;
    delete from public.notification_keys where ctid = any(array(
      select ctid from public.notification_keys where notification_id < oldest order by notification_id limit 10000));
    get diagnostics rows_deleted = row_count;
    deleted := deleted + rows_deleted;

    -- Last, because it locks the table until the end of the transaction.
    for partition, lowest, highest in
      select relname, coalesce(substring(bounds from 'FROM \(''([0-9a-f-]{36})''\)')::uuid, '00000000-0000-0000-0000-000000000000'),
        substring(bounds from 'TO \(''([0-9a-f-]{36})''\)')::uuid
      from pg_inherits join pg_class on pg_class.oid = inhrelid, pg_get_expr(relpartbound, pg_class.oid) bounds
      where inhparent = 'public.notifications'::regclass and substring(bounds from 'TO \(''([0-9a-f-]{36})''\)')::uuid <= oldest
      order by relname
    loop
      execute format('select exists (select from public.%I where parked_at is not null)', partition) into is_waiting;
      continue when is_waiting
        or exists (select from public.notifications_due where notification_id >= lowest and notification_id < highest);
      execute format('drop table public.%I', partition);
      dropped := dropped + 1;
    end loop;
  end if;
  for coming in select this_month + n * interval '1 month' from generate_series(1, 3) n loop
    lowest := public.first_id_at(coming at time zone 'UTC');
    exit when to_regclass('public.notifications_' || to_char(coming, 'YYYYMM')) is null and (first_bound is null or first_bound <= lowest);
    ahead := ahead + 1;
  end loop;
end $$;
-- How long webhooks are kept is a setting of the program: nothing is dropped here.
select made from keep_notification_months(600);
