-- What pages tell us is kept for some days and then dropped, a day at a time: deleting as many rows as strangers may write
-- would take as long as writing them. Days are those of UTC.
alter table telemetry_records rename to telemetry_before;

create table telemetry_records (
  id uuid not null,
  received_at timestamptz not null,
  kind text not null check (kind in ('event', 'page-view', 'sensor', 'trace')),
  name text not null,
  device text not null,
  account_id bigint,
  order_id uuid,
  body jsonb not null
) partition by range (received_at);

-- Days are made a week ahead. A row whose day is not there (nobody has made days for a week, or a clock is wrong) comes here:
-- it is late to go, but it neither gets lost nor holds up the batch it came with.
create table telemetry_records_default partition of telemetry_records default;

-- For migrations and for the function below; the program may not call it.
create function make_telemetry_day(day date) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  partition text := 'telemetry_records_' || to_char(day, 'YYYYMMDD');
begin
  execute format('create table %I.%I partition of public.telemetry_records for values from (%L) to (%L)', 'public', partition,
    day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  -- Rows are reached through the whole table, whose rights count.
  execute format('revoke all on %I.%I from jawhara_app', 'public', partition);
end $$;

do $$
declare
  day date;
begin
  for day in
    select (received_at at time zone 'UTC')::date from telemetry_before
    union select (now() at time zone 'UTC')::date + ahead from generate_series(0, 7) ahead
  loop
    perform make_telemetry_day(day);
  end loop;
end $$;

insert into telemetry_records (id, received_at, kind, name, device, account_id, order_id, body)
  select id, received_at, kind, name, device, account_id, order_id, body from telemetry_before;
drop table telemetry_before;

-- A batch that is sent again has the times it had, so the key with the time in it still knows its rows.
alter table telemetry_records add primary key (id, received_at);
-- An order's traces are read when a payer complains.
create index telemetry_of_order on telemetry_records (order_id, id) where order_id is not null;
-- What one page did, in the order it did it.
create index telemetry_of_device on telemetry_records (device, id);

-- The program adds rows; what goes, goes by the function below.
revoke update, delete on telemetry_records from jawhara_app;
revoke all on telemetry_records_default from jawhara_app;

-- The program owns no table, so this is how it makes the days to come and drops those that are over. It can do nothing else:
-- the days follow from the database's own clock, and no argument makes it drop one of the last seven.
-- Says how many days were made and dropped, and how many rows without a day were deleted.
create function keep_telemetry_days(keep_days integer, out made integer, out dropped integer, out deleted integer)
language plpgsql security definer
-- Whoever waits for the table makes everybody behind it wait: better to give up and come again.
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  oldest constant date := today - keep_days;
  day date;
  partition regclass;
begin
  made := 0;
  dropped := 0;
  deleted := 0;
  if keep_days is null or keep_days < 7 then
    raise exception 'telemetry is kept for at least 7 days, not %', keep_days using errcode = 'invalid_parameter_value';
  end if;
  -- Somebody else is at it.
  if not pg_try_advisory_xact_lock(7342024) then
    return;
  end if;

  for day in
    select coming from (select today + ahead as coming from generate_series(0, 7) ahead) days
    where to_regclass('public.telemetry_records_' || to_char(coming, 'YYYYMMDD')) is null
      -- What came before its day was made stays where it is, and the day with it: moving rows would hold up all others.
      and not exists (select from public.telemetry_records_default
        where received_at >= coming::timestamp at time zone 'UTC' and received_at < (coming + 1)::timestamp at time zone 'UTC')
  loop
    perform public.make_telemetry_day(day);
    made := made + 1;
  end loop;

  for partition in
    select inhrelid::regclass from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'public.telemetry_records'::regclass and relname ~ '^telemetry_records_\d{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') < oldest
    order by relname
  loop
    execute format('drop table %s', partition);
    dropped := dropped + 1;
  end loop;

  -- Few or none; the next run takes the next of them.
  delete from public.telemetry_records_default where ctid in (select ctid from public.telemetry_records_default
    where received_at < oldest::timestamp at time zone 'UTC' limit 10000);
  get diagnostics deleted = row_count;
end $$;

revoke all on function make_telemetry_day(date), keep_telemetry_days(integer) from public;
grant execute on function keep_telemetry_days(integer) to jawhara_app;
