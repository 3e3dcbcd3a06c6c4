-- Older code runs on this.
-- Outside a transaction.
create index concurrently if not exists uploads_of_device on uploads (device);
