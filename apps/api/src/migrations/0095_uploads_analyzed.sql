-- Older code runs on this.
-- Outside a transaction.
analyze uploads;
