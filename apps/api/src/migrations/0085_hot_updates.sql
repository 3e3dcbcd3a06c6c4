-- Older code runs on this. Until its last worker has stopped, its sweeper reads orders and notifications from end to end.
-- Outside a transaction.
-- Room for a changed row beside the old one: without it no update is HOT.
alter table orders set (fillfactor = 80);
alter table notifications set (fillfactor = 70);
alter table payments set (fillfactor = 85);
alter table refunds set (fillfactor = 85);
alter table gem_balances set (fillfactor = 80);
alter table sessions set (fillfactor = 85);
alter table saved_cards set (fillfactor = 90);
-- "Has this device or recipient bought before" reads the orders of one device or recipient: no condition on a column that changes.
create index concurrently if not exists orders_of_device on orders (payer_device);
drop index concurrently if exists orders_delivered_by_device;
drop index concurrently if exists orders_delivered_by_recipient;
drop index concurrently if exists orders_to_look_after;
drop index concurrently if exists notifications_to_hand_over;
