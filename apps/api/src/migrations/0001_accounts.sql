create table accounts (
  id bigint primary key,
  display_id text not null unique check (display_id ~ '^[0-9]{5,20}$'),
  nickname text not null,
  icon_url text,
  status text not null check (status in ('normal', 'deactivated', 'banned', 'not-existing', 'deactivating', 'source-mismatch')),
  is_guest boolean not null default false,
  source text not null check (source in ('social', 'ludo')),
  created_at timestamptz not null default now()
);
