-- What payers report, and the files they send with it.
create table feedback_reports (
  id uuid primary key,
  -- Read out to support; taken from the id.
  number text not null,
  created_at timestamptz not null,
  device text not null,
  account_id bigint references accounts (id),
  content text not null check (content <> ''),
  topic text check (topic in ('gems-missing', 'charged-in-vain', 'card-refused', 'other')),
  order_number text not null,
  model text not null,
  version text not null,
  page_id text not null,
  file_keys text[] not null check (cardinality(file_keys) <= 3),
  -- The browser's key for this report: pressing twice, or again after a lost answer, reports once.
  request_id text
);

create unique index feedback_reports_once on feedback_reports (device, request_id) where request_id is not null;
create index feedback_reports_by_number on feedback_reports (number);

-- One row for each token given out. The bytes are in the object store, under the key.
create table uploads (
  key text primary key,
  -- Whoever reads this table cannot upload with it.
  token_digest bytea not null,
  purpose text not null check (purpose in ('feedback', 'audit')),
  device text not null,
  account_id bigint references accounts (id),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  state text not null check (state in ('issued', 'receiving', 'stored', 'refused', 'attached', 'going')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- What nobody attached is looked for by age; what was attached never.
create index uploads_loose on uploads (created_at) where state <> 'attached';
