-- Older code runs on this. It deletes nothing of this, and closes reports without a time.
-- When a report was closed without an answer; an answered one has answered_at. Its retention counts from there.
alter table feedback_reports add column closed_at timestamptz;
grant delete on feedback_reports to jawhara_app;
