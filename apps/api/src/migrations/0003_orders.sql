-- Every money row carries the recipient's account id: the shard key of a later, larger deployment.
-- Ids are time-ordered UUIDs made by the application, so tables can be partitioned by month on the id itself.

create table orders (
  id uuid not null,
  recipient_account_id bigint not null references accounts (id),
  payer_device text not null,
  recharge_id text not null references gem_packs (recharge_id),
  price_usd_cents integer not null check (price_usd_cents > 0),
  gems integer not null check (gems > 0),
  bonus_gems integer not null check (bonus_gems >= 0),
  pay_type integer not null,
  provider integer not null,
  state text not null check (state in ('created', 'awaiting-payer', 'pending', 'paid', 'delivered', 'refused', 'cancelled', 'expired', 'refunded', 'charged-back')),
  outcome text,
  reason_code text,
  challenge_url text,
  is_held boolean not null default false,
  created_at timestamptz not null,
  moved_at timestamptz not null,
  credited_at timestamptz,
  -- When the sweeper looks after this order if nobody else has; null once it is decided and delivered.
  look_after timestamptz,
  primary key (id, recipient_account_id),
  check ((state in ('delivered', 'refunded', 'charged-back')) = (credited_at is not null))
);

create index orders_of_recipient on orders (recipient_account_id, id);
create index orders_to_look_after on orders (look_after) where look_after is not null;
-- Is this payer or recipient new? Asked on every pack list.
create index orders_delivered_by_recipient on orders (recipient_account_id) where credited_at is not null;
create index orders_delivered_by_device on orders (payer_device) where credited_at is not null;

-- The idempotency keys of browsers: one request id of one device is one order, for ever.
create table order_requests (
  payer_device text not null,
  request_id text not null,
  content_digest bytea not null,
  order_id uuid not null,
  recipient_account_id bigint not null,
  created_at timestamptz not null,
  primary key (payer_device, request_id)
);

-- The story of an order. Only ever appended.
create table order_events (
  id uuid primary key,
  order_id uuid not null,
  recipient_account_id bigint not null,
  at timestamptz not null,
  kind text not null,
  from_state text,
  to_state text,
  detail jsonb not null default '{}'
);

create index order_events_of_order on order_events (order_id, id);

create table payments (
  order_id uuid not null,
  recipient_account_id bigint not null,
  attempt integer not null,
  provider integer not null,
  idempotency_key text not null,
  provider_payment_id text,
  state text not null check (state in ('sent', 'paid', 'refused', 'refunding', 'refunded')),
  amount_minor_units bigint,
  currency text,
  is_kept boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (order_id, recipient_account_id, attempt),
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id),
  unique (provider, provider_payment_id, recipient_account_id)
);

-- At most one captured-and-kept payment per order, whatever the code believes.
create unique index payments_one_kept on payments (order_id, recipient_account_id) where is_kept;

-- Written before a provider is told "received"; unique, so a doubled notification is one row.
create table notifications (
  id uuid primary key,
  provider integer not null,
  event_id text not null,
  event_type text not null,
  order_id uuid,
  body text not null,
  received_at timestamptz not null,
  -- Null once it is processed; otherwise when the sweeper hands it over again.
  hand_over_after timestamptz,
  processed_at timestamptz,
  unique (provider, event_id)
);

create index notifications_to_hand_over on notifications (hand_over_after) where hand_over_after is not null;
create index notifications_of_order on notifications (order_id) where order_id is not null;
