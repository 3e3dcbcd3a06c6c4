-- Older code runs on this.
-- Outside a transaction.
call fill_notification_keys();
analyze notification_keys;
