-- Older code runs on this.
-- Outside a transaction.
create index concurrently notifications_parked on notifications (parked_at) where parked_at is not null;
