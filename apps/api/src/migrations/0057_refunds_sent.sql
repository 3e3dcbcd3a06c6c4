-- Older code runs on this. It sends only what is due, and knows every other state as ended.
-- not-needed: nothing was left of the payment, or a row of its own carries the rest. unclear: the provider may have made it and nobody can tell.
alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check
  check (state in ('due', 'accepted', 'refused', 'not-needed', 'unclear'));
-- The first call to the provider whose answer is not known, and the last one. Older code does not write them: its rows count as sent when
-- they were recorded, because they may have been.
alter table refunds add column sent_at timestamptz default now(), add column last_sent_at timestamptz default now();
update refunds set sent_at = created_at, last_sent_at = created_at;
