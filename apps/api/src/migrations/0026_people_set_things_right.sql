-- Alerts that end: a person closes one and says why, or what healed by itself closes its own. And alerts that are told: each is
-- posted to the operator's chat once, the most urgent first.
alter table alerts add column subject text;
update alerts set subject = coalesce(order_id::text, detail ->> 'notification', id::text);
alter table alerts alter column subject set not null;
-- A provider that refuses us, a flow that stands still: they come back. Everything else is raised once for ever.
alter table alerts add column may_come_back boolean not null default false;
alter table alerts add column urgency text not null default 'today' check (urgency in ('now', 'today', 'note'));
alter table alerts alter column urgency drop default;
alter table alerts add column closed_by text check (length(closed_by) between 1 and 100);
alter table alerts add column closed_why text check (length(closed_why) between 1 and 500);
update alerts set closed_by = 'nobody', closed_why = 'closed before people were asked for a reason' where closed_at is not null;
alter table alerts add constraint alerts_closed_by_somebody check (
  (closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_why is null));
-- When it is posted next; null once it has been, or need not be any more.
alter table alerts add column post_after timestamptz;
alter table alerts add column post_tries integer not null default 0;
alter table alerts add column posted_at timestamptz;
update alerts set post_after = raised_at where closed_at is null;

drop index alerts_once_per_payment;
create unique index alerts_once on alerts (subject, kind, provider_payment_id) where not may_come_back;
create unique index alerts_once_while_open on alerts (subject, kind, provider_payment_id)
  where may_come_back and closed_at is null;
create index alerts_of_order on alerts (order_id) where order_id is not null;
create index alerts_open_of_subject on alerts (subject, kind) where closed_at is null;
create index alerts_that_came_back on alerts (subject, kind, closed_at) where may_come_back;
create index alerts_to_post on alerts (post_after) where post_after is not null;

-- What people do, with who, why, before and after. Only ever appended, in the transaction of what was done.
create table operator_actions (
  id uuid primary key,
  at timestamptz not null,
  done_by text not null check (length(done_by) between 1 and 100),
  why text not null check (length(why) between 1 and 500),
  verb text not null,
  subject text not null,
  before jsonb not null,
  after jsonb not null
);
create index operator_actions_of_subject on operator_actions (subject, id);
create index operator_actions_by_time on operator_actions (at);
create trigger operator_actions_are_final before update or delete on operator_actions
  for each row execute function refuse_rewriting();
create trigger operator_actions_stay before truncate on operator_actions
  for each statement execute function refuse_rewriting();
revoke update, delete on operator_actions from jawhara_app;

-- Gems of an order that a person gave to another account: a fact of the order, which its books follow.
alter table orders add column gems_moved integer not null default 0 check (gems_moved >= 0 and gems_moved <= gems);
alter table orders add column gems_moved_to bigint references accounts (id) check (gems_moved_to <> recipient_account_id);
alter table orders add constraint orders_move_gems_to_somebody check ((gems_moved = 0) = (gems_moved_to is null));

-- What nobody could give to an order is looked for by a person.
create index notifications_without_order on notifications (received_at) where order_id is null;

-- A report is open until a person has answered it.
alter table feedback_reports add column state text not null default 'open' check (state in ('open', 'answered', 'closed'));
alter table feedback_reports add column answer text check (length(answer) between 1 and 5000);
alter table feedback_reports add column answered_at timestamptz;
alter table feedback_reports add column answered_by text;
create index feedback_reports_open on feedback_reports (created_at) where state = 'open';

-- A count that a person has put right may be smaller than the history.
alter table bans drop constraint bans_refund_ban_count_check;
