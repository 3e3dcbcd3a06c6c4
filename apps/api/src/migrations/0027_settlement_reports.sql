-- When we heard that a payment was made. It is held against the provider's own time: who heard too late kept a payer waiting.
alter table payments add column paid_at timestamptz;
update payments set paid_at = changed_at where state = 'paid';
alter table payments add constraint payments_paid_at_a_time check ((state = 'paid') = (paid_at is not null));
create index payments_paid on payments (provider, paid_at, order_id, attempt) where state = 'paid';

-- The providers' own reports of what they took and gave back. A file of the same name takes the place of the one before it.
create table settlement_files (
  id uuid primary key,
  provider integer not null,
  -- As the provider's zone cuts it.
  day date not null,
  name text not null,
  digest bytea not null,
  -- Rows of the file, of whatever kind.
  row_count integer not null,
  -- What the file says was charged: a sum per currency, as exact decimals.
  fees jsonb not null,
  read_at timestamptz not null,
  unique (provider, name)
);
create index settlement_files_of_day on settlement_files (provider, day);

-- Money of a payment that moved, as a report tells it. Kept beyond its day: a payment near midnight stands in the next day's
-- report, and a refund weeks after its payment. Fees are summed in their file and have no rows.
create table settlement_lines (
  provider integer not null,
  -- The provider's own key of the line: whatever file it stands in, it counts once.
  line_key text not null,
  file_id uuid not null references settlement_files (id) on delete cascade,
  day date not null,
  what text not null check (what in ('captured', 'capture-reversed', 'refunded', 'refund-returned', 'dispute-announced',
    'disputed', 'dispute-returned')),
  provider_payment_id text,
  -- Ours by the payment's id, else by our reference; null: nobody's.
  order_id uuid,
  minor_units bigint not null check (minor_units > 0),
  currency text not null,
  at timestamptz not null,
  -- What is compared as one: an order with all its payments, or a payment that is nobody's.
  subject text not null generated always as (coalesce(order_id::text, provider_payment_id)) stored,
  primary key (provider, line_key)
);
create index settlement_lines_of_file on settlement_lines (file_id);
create index settlement_lines_of_day on settlement_lines (provider, day, subject);
create index settlement_lines_of_order on settlement_lines (order_id) where order_id is not null;
create index settlement_lines_of_payment on settlement_lines (provider, provider_payment_id)
  where provider_payment_id is not null;

-- What came out each time somebody compared. Only ever appended.
create table reconciliation_runs (
  id uuid primary key,
  provider integer not null,
  day date not null,
  zone text not null,
  files text[] not null,
  -- Findings by kind, and the table that was shown.
  counts jsonb not null,
  totals jsonb not null,
  started_at timestamptz not null,
  ended_at timestamptz not null
);
create index reconciliation_runs_of_day on reconciliation_runs (provider, day, id);
create trigger reconciliation_runs_are_final before update or delete on reconciliation_runs
  for each row execute function refuse_rewriting();
create trigger reconciliation_runs_stay before truncate on reconciliation_runs
  for each statement execute function refuse_rewriting();
revoke update, delete on reconciliation_runs from jawhara_app;

-- Transfers of one day, in pages.
create index ledger_transfers_by_time on ledger_transfers (created_at, order_id, number);
-- Where a provider tells that a report can be fetched.
create index notifications_of_reports on notifications (provider, received_at) where event_type = 'REPORT_AVAILABLE';
