-- Two more topics, and where a visitor wants the answer.
alter table feedback_reports drop constraint feedback_reports_topic_check;
alter table feedback_reports add constraint feedback_reports_topic_check
  check (topic in ('gems-missing', 'charged-in-vain', 'card-refused', 'ban-or-fine', 'not-authorised', 'other'));
alter table feedback_reports add column contact text check (length(contact) between 1 and 254);
