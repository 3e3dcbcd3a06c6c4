-- What a person must look at. Raised once per order and kind, however often the cause repeats.
create table alerts (
  id uuid primary key,
  kind text not null,
  order_id uuid,
  recipient_account_id bigint,
  detail jsonb not null default '{}',
  raised_at timestamptz not null,
  closed_at timestamptz
);

create unique index alerts_once_per_order on alerts (order_id, kind) where order_id is not null;
create index alerts_open on alerts (raised_at) where closed_at is null;
