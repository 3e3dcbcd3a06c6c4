-- What opens an account. Secrets are kept as hashes and digests only.
create table passwords (
  account_id bigint primary key references accounts (id),
  hash text not null check (hash like '$argon2id$%'),
  changed_at timestamptz not null
);

-- Who an account is at a social provider: the provider's own id for the person.
create table social_links (
  provider text not null check (provider in ('facebook', 'google')),
  subject text not null check (length(subject) between 1 and 255),
  account_id bigint not null references accounts (id),
  linked_at timestamptz not null,
  primary key (provider, subject)
);

create index social_links_of_account on social_links (account_id);

-- Handed over by the host app, good for one login within minutes.
create table login_tickets (
  ticket_digest bytea primary key,
  account_id bigint not null references accounts (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index login_tickets_by_end on login_tickets (expires_at);

-- Where an account is in the rooms of the app, as the app last told us. No row: no streamer, offline, no room.
create table account_presence (
  account_id bigint primary key references accounts (id),
  is_streamer boolean not null default false,
  is_invisible boolean not null default false,
  is_online boolean not null default false,
  live_room_id bigint,
  own_room_id bigint,
  last_joined_room_id bigint
);
