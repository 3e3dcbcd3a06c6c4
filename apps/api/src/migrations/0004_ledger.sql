-- Double entry. A transfer is its entries; per unit they sum to zero, and nothing is ever changed or removed.

create table ledger_transfers (
  order_id uuid not null,
  recipient_account_id bigint not null,
  kind text not null check (kind in ('credit', 'take-back')),
  created_at timestamptz not null,
  -- This key, and no engine, is what makes "credited exactly once" true.
  primary key (order_id, recipient_account_id, kind)
);

create table ledger_entries (
  order_id uuid not null,
  recipient_account_id bigint not null,
  kind text not null,
  ledger_account text not null,
  unit text not null check (unit in ('gem', 'usd-cent')),
  amount bigint not null check (amount <> 0),
  primary key (order_id, recipient_account_id, kind, ledger_account, unit),
  foreign key (order_id, recipient_account_id, kind) references ledger_transfers (order_id, recipient_account_id, kind)
);

create index ledger_entries_of_account on ledger_entries (recipient_account_id, order_id);

create function refuse_unbalanced_transfer() returns trigger language plpgsql as $$
begin
  if exists (
    select from fresh group by order_id, recipient_account_id, kind, unit having sum(amount) <> 0
  ) then
    raise exception 'a transfer must sum to zero per unit';
  end if;
  return null;
end $$;

create trigger ledger_entries_balance
  after insert on ledger_entries
  referencing new table as fresh
  for each statement execute function refuse_unbalanced_transfer();

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger ledger_entries_are_final before update or delete on ledger_entries for each row execute function refuse_rewriting();
create trigger ledger_transfers_are_final before update or delete on ledger_transfers for each row execute function refuse_rewriting();
create trigger order_events_are_final before update or delete on order_events for each row execute function refuse_rewriting();

create table gem_balances (
  account_id bigint primary key references accounts (id),
  gems bigint not null,
  negative_because text,
  check (gems >= 0 or negative_because is not null)
);
