-- Cards that providers keep for payers: their names for them, never a number. Seen by the device or the account that saved them.
create table saved_cards (
  id uuid primary key,
  owner_device text not null,
  owner_account_id bigint references accounts (id),
  provider integer not null,
  source_id text not null,
  fingerprint text not null,
  scheme text not null check (scheme in ('visa', 'mastercard')),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  bin text not null check (bin ~ '^[0-9]{6,8}$'),
  issuer_country text,
  expiry text not null check (expiry ~ '^(0[1-9]|1[0-2])/[0-9]{2}$'),
  is_expired_by_bank boolean not null default false,
  is_remembered boolean not null default false,
  -- Whom it last paid for.
  recipient_account_id bigint not null references accounts (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- One card once per owner; its first column finds a device's cards.
  unique nulls not distinct (owner_device, owner_account_id, fingerprint)
);

create index saved_cards_of_account on saved_cards (owner_account_id) where owner_account_id is not null;
create index saved_cards_by_source on saved_cards (source_id);

-- Who paid, beside the device, and with which saved card: the one named at the start, or the one the provider named when it was paid.
-- The card may be deleted later; the order stays.
alter table orders add column payer_account_id bigint references accounts (id);
alter table orders add column saved_card_id uuid;
