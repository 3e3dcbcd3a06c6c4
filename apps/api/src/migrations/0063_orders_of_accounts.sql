-- Older code runs on this. It reads orders by device and joins none.
-- [ORD-19] The account whose payer said later that an order of a device is theirs. Who paid stays as it was: penalties (ORD-14)
-- and saved cards follow the payer, not this column. 0069 validates the constraints and builds the index.
alter table orders add column joined_account_id bigint;
alter table orders add constraint orders_joined_account_id_fkey foreign key (joined_account_id) references accounts (id) not valid;
alter table orders add constraint orders_joined_had_no_account check (joined_account_id is null or payer_account_id is null) not valid;

-- Who said on this device that its earlier orders are not theirs: the question comes no more.
create table declined_joins (
  device text not null,
  account_id bigint not null references accounts (id),
  declined_at timestamptz not null,
  primary key (device, account_id)
);
revoke update on declined_joins from jawhara_app;
