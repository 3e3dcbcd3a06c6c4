-- Older code runs on this.
-- Outside a transaction.
-- 0063 added the column and its constraints without reading the table; reading it here stops no write.
alter table orders validate constraint orders_joined_account_id_fkey;
alter table orders validate constraint orders_joined_had_no_account;
create index concurrently if not exists orders_of_account on orders ((coalesce(joined_account_id, payer_account_id)), id)
  where coalesce(joined_account_id, payer_account_id) is not null;
