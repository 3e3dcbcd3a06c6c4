-- Older code runs on this.
-- Outside a transaction.
-- The retention jobs read what was used longest ago.
create index concurrently if not exists saved_cards_by_use on saved_cards (last_used_at);
create index concurrently if not exists recipient_history_by_use on recipient_history (last_fill_at);
create index concurrently if not exists feedback_reports_by_end on feedback_reports ((coalesce(answered_at, closed_at, created_at)))
  where state <> 'open';
create index concurrently if not exists uploads_proofs on uploads (created_at) where purpose = 'audit' and state = 'stored';
