-- Older code runs on this. It asks for no address and writes no mail.
-- [ORD-21] The address that the payer of an order gave for its news, encrypted under a key of the settings: this table alone opens none.
-- An address is deleted when it ends; the row stays, because its mails must not be sent a second time. recipient_account_id is the shard key.
create table mail_subscriptions (
  id uuid primary key,
  order_id uuid not null,
  recipient_account_id bigint not null,
  sealed_address bytea check (length(sealed_address) between 33 and 400),
  locale text not null check (locale in ('ar', 'en')),
  consent_text text not null check (length(consent_text) between 1 and 40),
  consented_at timestamptz not null,
  ended_at timestamptz check (ended_at >= consented_at),
  ended_by text check (ended_by in ('payer', 'other-address', 'bounce', 'erasure', 'time')),
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id),
  constraint mail_subscriptions_end_without_address check (
    num_nulls(ended_at, ended_by) = case when sealed_address is null then 0 else 2 end)
);
create index mail_subscriptions_of_order on mail_subscriptions (order_id);
create unique index mail_subscriptions_one_open on mail_subscriptions (order_id) where ended_at is null;
-- The job that deletes addresses after their time reads only those that are there.
create index mail_subscriptions_by_age on mail_subscriptions (consented_at) where ended_at is null;

-- The outbox. A row is written in the transaction that makes its news true, and once: cause is the return that it reports, or empty.
-- interruptions: sends whose end is not known, because the worker died or the line was cut after the last byte.
create table mails (
  id uuid primary key,
  subscription_id uuid not null references mail_subscriptions (id),
  order_id uuid not null,
  recipient_account_id bigint not null,
  kind text not null check (kind in ('receipt', 'late', 'refunded')),
  cause text not null check (length(cause) <= 300),
  facts jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'parked', 'dropped', 'bounced')),
  created_at timestamptz not null,
  send_after timestamptz,
  tries integer not null default 0 check (tries >= 0),
  interruptions integer not null default 0 check (interruptions >= 0),
  ended_at timestamptz,
  -- Codes of the mail server, never its words: they name the address.
  answer text check (length(answer) <= 40),
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id),
  unique (subscription_id, kind, cause),
  check ((state in ('waiting', 'sending')) = (send_after is not null))
);
create index mails_to_send on mails (send_after) where send_after is not null;
create index mails_of_order on mails (order_id);
create index mails_parked on mails (created_at) where state = 'parked';
