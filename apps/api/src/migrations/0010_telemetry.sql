-- What pages tell us, scrubbed before it comes here. Nothing refers to it and nothing in it is a fact about money,
-- so a month can be dropped whole: the ids are ordered by time and lead the only key, so months are ranges of ids.
create table telemetry_records (
  id uuid primary key,
  received_at timestamptz not null,
  kind text not null check (kind in ('event', 'page-view', 'sensor', 'trace')),
  name text not null,
  device text not null,
  account_id bigint,
  order_id uuid,
  body jsonb not null
);

-- An order's traces are read when a payer complains.
create index telemetry_of_order on telemetry_records (order_id, id) where order_id is not null;
-- What one page did, in the order it did it.
create index telemetry_of_device on telemetry_records (device, id);
