-- Older code runs on this. It finds no order by its number.
-- [ORD-22] Order numbers that somebody searched for, written for every number alike before anything is looked up: the answer depends on
-- nothing else. A worker finds the order, mails its link and deletes the row. search_after is its lease.
create table order_searches (
  id uuid primary key,
  last_bits bigint not null check (last_bits >= 0),
  searched_at timestamptz not null,
  search_after timestamptz not null
);
create index order_searches_due on order_searches (search_after);
grant delete on order_searches to jawhara_app;

-- The links that were mailed. One works once, for one device, which may then read the order for a while. recipient_account_id is the shard key.
create table order_links (
  id uuid primary key,
  search_id uuid not null,
  order_id uuid not null,
  recipient_account_id bigint not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  device text,
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id),
  unique (search_id, order_id),
  constraint order_links_opened_by_device check ((opened_at is null) = (device is null))
);
create index order_links_of_order on order_links (order_id);
create index order_links_by_end on order_links (expires_at);
grant delete on order_links to jawhara_app;
