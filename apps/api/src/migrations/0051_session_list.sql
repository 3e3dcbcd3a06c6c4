-- Older code runs on this.
-- What its owner sees of a session, and its two ends. session_id stays the same when the key changes; signed_in_at is when the
-- first key was given, and the end of all its keys counts from there; expires_at stays what ends a session, and moves with its
-- last use. Older code writes none of these columns: where signed_in_at or last_used_at is missing, created_at stands for it.
-- Of a user agent the names of browser and system are kept, nothing else.
alter table sessions
  add column session_id uuid not null default gen_random_uuid(),
  add column signed_in_at timestamptz,
  add column last_used_at timestamptz,
  add column browser text check (length(browser) <= 32),
  add column operating_system text check (length(operating_system) <= 32);

create unique index sessions_by_id on sessions (session_id);
