-- Older code runs on this.
-- Outside a transaction.
alter table order_events validate constraint order_events_before;
