-- Older code runs on this.
-- Reads every transfer once, beside running payments: writing goes on, only vacuum and changes of the table wait. Some minutes for a hundred
-- million rows. It fails where a transfer has no order of its recipient; this finds them:
--   select t.* from ledger_transfers t left join orders o on o.id = t.order_id and o.recipient_account_id = t.recipient_account_id
--   where o.id is null;
alter table ledger_transfers validate constraint ledger_transfers_of_order;

-- Tables and functions of later migrations: the program may read, add and change rows; deleting rows and calling functions is granted by
-- the migration whose code needs it.
alter default privileges in schema public revoke delete on tables from jawhara_app;
alter default privileges revoke execute on functions from public;
