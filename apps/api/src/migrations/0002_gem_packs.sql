-- One row per pack and set of pay types, as the wire lists it. A price is never changed in place:
-- an order keeps the recharge id it was made with, so a new price is a new row.
create table gem_packs (
  recharge_id text primary key check (recharge_id ~ '^[a-z0-9_-]{1,64}$'),
  price_usd_cents integer not null check (price_usd_cents > 0),
  gems integer not null check (gems > 0),
  bonus_gems integer not null default 0 check (bonus_gems >= 0 and bonus_gems < gems),
  pay_types integer[] not null check (cardinality(pay_types) > 0),
  is_hidden_from_new_payers boolean not null default false,
  needs_login boolean not null default false,
  is_on_sale boolean not null default true
);

-- Configuration is appended, never edited: the newest row counts, and an operator can go back to any older one.
create table site_config_versions (
  version bigint generated always as identity primary key,
  settings jsonb not null,
  created_at timestamptz not null default now()
);
