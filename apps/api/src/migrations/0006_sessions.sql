-- Keys are kept as digests only: whoever reads this table cannot be anybody.
create table sessions (
  key_digest bytea primary key,
  account_id bigint not null references accounts (id),
  login_kind text not null check (login_kind in ('password', 'facebook', 'google', 'ticket', 'app')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index sessions_of_account on sessions (account_id);
create index sessions_by_end on sessions (expires_at);
