-- By when a report is to be answered, as it was promised when it came: objections to a ban or a fine have a date.
alter table feedback_reports add column due_at timestamptz;
update feedback_reports set due_at = created_at + interval '5 days' where state = 'open' and topic in ('ban-or-fine', 'not-authorised');
drop index feedback_reports_open;
create index feedback_reports_open on feedback_reports (due_at, created_at) where state = 'open';

-- Whoever asks for their data is answered from their own reports.
create index feedback_reports_by_device on feedback_reports (device);
create index feedback_reports_by_account on feedback_reports (account_id) where account_id is not null;
