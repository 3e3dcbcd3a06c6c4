-- Older code runs on this. It names the table, not its partitions.
-- Events of orders by months of their time-ordered id. Nothing is copied: the table of today is the first partition.
alter table order_events rename to order_events_first;
alter index order_events_pkey rename to order_events_first_pkey;
alter index order_events_of_order rename to order_events_first_of_order;
drop trigger order_events_are_final on order_events_first;
drop trigger order_events_stay on order_events_first;

create table order_events (
  id uuid primary key,
  order_id uuid not null,
  recipient_account_id bigint not null,
  at timestamptz not null,
  kind text not null,
  from_state text,
  to_state text,
  detail jsonb not null default '{}'
) partition by range (id);
create index order_events_of_order on order_events (order_id, id);

do $$
declare
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') into strict bound
    from pg_constraint where conname = 'order_events_before' and conrelid = 'order_events_first'::regclass;
  execute format('alter table order_events attach partition order_events_first for values from (minvalue) to (%L)', bound);
end $$;
alter table order_events_first drop constraint order_events_before;

-- For an event whose month was not made: it is stored all the same, and its month is not made any more.
create table order_events_default partition of order_events default;

create trigger order_events_are_final before update or delete on order_events
  for each row execute function refuse_rewriting_stories();
create trigger order_events_stay before truncate on order_events
  for each statement execute function refuse_rewriting();
revoke all on order_events_first, order_events_default from jawhara_app;
revoke update, delete on order_events from jawhara_app;
grant update (detail) on order_events to jawhara_app;

-- Makes the months to come. Says how many it made, and how many whole months after this one are there. A month is filled in beside the
-- table and then attached, which holds up no insert.
create function keep_order_event_months(out made integer, out ahead integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'UTC');
  coming timestamp;
  lowest uuid;
  highest uuid;
  partition text;
begin
  made := 0;
  ahead := 0;
  -- Somebody else is at it.
  if pg_try_advisory_xact_lock(7342025) then
    for coming in select this_month + n * interval '1 month' from generate_series(0, 3) n loop
      lowest := public.first_id_at(coming at time zone 'UTC');
      highest := public.first_id_at((coming + interval '1 month') at time zone 'UTC');
      partition := 'order_events_' || to_char(coming, 'YYYYMM');
      -- The first partition has it, or it is there, or events that came before it was made lie in the default one.
      continue when to_regclass('public.' || partition) is not null
        or (select pg_get_expr(relpartbound, oid) from pg_class where oid = 'public.order_events_first'::regclass)
          > format('FOR VALUES FROM (MINVALUE) TO (%L)', lowest)
        or exists (select from public.order_events_default where id >= lowest and id < highest);
      execute format('create table public.%I (like public.order_events including all)', partition);
      execute format('revoke all on public.%I from jawhara_app', partition);
      execute format('alter table public.order_events attach partition public.%I for values from (%L) to (%L)', partition, lowest, highest);
      made := made + 1;
    end loop;
  end if;
  for coming in select this_month + n * interval '1 month' from generate_series(1, 3) n loop
    exit when to_regclass('public.order_events_' || to_char(coming, 'YYYYMM')) is null
      and (select pg_get_expr(relpartbound, oid) from pg_class where oid = 'public.order_events_first'::regclass)
        <= format('FOR VALUES FROM (MINVALUE) TO (%L)', public.first_id_at(coming at time zone 'UTC'));
    ahead := ahead + 1;
  end loop;
end $$;
revoke all on function keep_order_event_months() from public;
grant execute on function keep_order_event_months() to jawhara_app;
select made from keep_order_event_months();
