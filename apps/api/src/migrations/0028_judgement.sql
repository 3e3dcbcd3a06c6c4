-- Who answers for a chargeback. Bans become a history: a row for each, kept when it is over, because the next fine depends on
-- how many there were and because what a won dispute had caused is taken back one by one.
alter table bans drop constraint bans_pkey;
alter table bans add column id uuid primary key default gen_random_uuid();
alter table bans rename column refund_ban_count to earlier_refund_bans;
-- The order whose chargeback caused it; null when somebody banned by hand, or before there was a history.
alter table bans add column cause_order_id uuid;
-- False once what caused it was taken back: it never was one, and the next fine is smaller.
alter table bans add column counts boolean not null default true;
-- dispute:<order>, fine:<order> or person:<name>.
alter table bans add column lifted_by text;
update bans set lifted_by = 'person:unknown' where lifted_at is not null;
alter table bans add constraint bans_lifted_by_somebody check (
  (lifted_at is null) = (lifted_by is null) and lifted_by ~ '^(dispute|fine|person):.' and (counts or lifted_at is not null));
alter table bans add constraint bans_cause foreign key (cause_order_id, account_id)
  references orders (id, recipient_account_id);
create index bans_of_account on bans (account_id);
-- One chargeback is one ban; only when it was taken back can the same order cause another.
create unique index bans_once_per_cause on bans (cause_order_id) where cause_order_id is not null and counts;

-- Which fine was paid for which ban.
create table fines_paid (
  account_id bigint not null references accounts (id),
  ban_id uuid not null references bans (id),
  fine_order_id uuid not null,
  paid_at timestamptz not null,
  -- The money of the fine itself was charged back: what it paid for is unpaid again.
  undone_at timestamptz,
  -- It turned out to be paid for nothing when this order's dispute was won, and is sent back.
  returned_because uuid,
  primary key (account_id, ban_id, fine_order_id),
  foreign key (fine_order_id, account_id) references orders (id, recipient_account_id)
);

-- As which accounts a device has ever been logged in, also after the login ended.
create table account_devices (
  account_id bigint not null references accounts (id),
  device text not null,
  first_seen timestamptz not null,
  primary key (account_id, device)
);

insert into account_devices (account_id, device, first_seen)
select payer_account_id, payer_device, min(created_at) from orders where payer_account_id is not null group by 1, 2;
insert into account_devices (account_id, device, first_seen)
select owner_account_id, owner_device, min(created_at) from saved_cards where owner_account_id is not null group by 1, 2
on conflict do nothing;

-- From whom no order is taken after a chargeback: an account, a device, a card by its fingerprint.
create table payer_restrictions (
  subject_kind text not null check (subject_kind in ('account', 'device', 'card')),
  subject text not null,
  cause_order_id uuid not null,
  since timestamptz not null,
  lifted_at timestamptz,
  lifted_by text,
  primary key (subject_kind, subject, cause_order_id),
  check ((lifted_at is null) = (lifted_by is null) and lifted_by ~ '^(dispute|fine|person):.')
);
create index payer_restrictions_of_order on payer_restrictions (cause_order_id);

-- Judgements are lifted, never forgotten.
revoke delete on bans, fines_paid, payer_restrictions from jawhara_app;
