-- Whom a payer has recharged: the payer is an account when logged in, else a device.
create table recipient_history (
  payer text not null,
  recipient_account_id bigint not null references accounts (id),
  fill_times integer not null check (fill_times > 0),
  first_fill_at timestamptz not null,
  last_fill_at timestamptz not null,
  primary key (payer, recipient_account_id)
);
