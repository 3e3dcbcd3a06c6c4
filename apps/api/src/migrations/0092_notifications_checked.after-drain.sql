-- After the drain.
-- Outside a transaction.
alter table notifications validate constraint notifications_before;
