-- Older code runs on this. It reads orders by device and joins none.
-- [ORD-19] The account whose payer said later that an order of a device is theirs. Who paid stays as it was: penalties (ORD-14)
-- and saved cards follow the payer, not this column.
alter table orders add column joined_account_id bigint references accounts (id)
  constraint orders_joined_had_no_account check (joined_account_id is null or payer_account_id is null);
create index orders_of_account on orders ((coalesce(joined_account_id, payer_account_id)), id)
  where coalesce(joined_account_id, payer_account_id) is not null;

-- Who said on this device that its earlier orders are not theirs: the question comes no more.
create table declined_joins (
  device text not null,
  account_id bigint not null references accounts (id),
  declined_at timestamptz not null,
  primary key (device, account_id)
);
revoke update on declined_joins from jawhara_app;
