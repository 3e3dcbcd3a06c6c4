-- Older code runs on this. It adds events as before.
-- The table of today becomes the first partition, up to a month that begins in one to two months: it is attached without being read,
-- because this check says what is in it. 0087 validates the check, 0088 attaches.
create function first_id_at(at timestamptz) returns uuid
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
revoke execute on function first_id_at(timestamptz) from public;

do $$
begin
  execute format('alter table order_events add constraint order_events_before check (id < %L) not valid',
    public.first_id_at(date_trunc('month', now() at time zone 'UTC' + interval '2 months') at time zone 'UTC'));
end $$;
