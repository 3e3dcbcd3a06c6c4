-- Every cent and every gem. A transfer brings the books of one order to what is known of it; the books are the sum of its
-- entries. Units are currencies (in their minor units) and gems.
alter table ledger_entries disable trigger user;
alter table ledger_transfers disable trigger user;

alter table ledger_transfers add column number integer;
update ledger_transfers t set number = n.number from (
  select order_id, recipient_account_id, kind,
    row_number() over (partition by order_id, recipient_account_id order by created_at, kind) as number
  from ledger_transfers) n
where n.order_id = t.order_id and n.recipient_account_id = t.recipient_account_id and n.kind = t.kind;
alter table ledger_entries add column number integer;
update ledger_entries e set number = t.number from ledger_transfers t
where t.order_id = e.order_id and t.recipient_account_id = e.recipient_account_id and t.kind = e.kind;

alter table ledger_entries drop constraint ledger_entries_order_id_recipient_account_id_kind_fkey;
alter table ledger_entries drop constraint ledger_entries_pkey;
alter table ledger_entries drop column kind;
alter table ledger_transfers drop constraint ledger_transfers_pkey;
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers alter column number set not null;
alter table ledger_transfers add primary key (order_id, recipient_account_id, number);
alter table ledger_transfers add column why text not null default '';
alter table ledger_entries alter column number set not null;
alter table ledger_entries add primary key (order_id, recipient_account_id, number, ledger_account, unit);
alter table ledger_entries add foreign key (order_id, recipient_account_id, number)
  references ledger_transfers (order_id, recipient_account_id, number);
alter table ledger_entries drop constraint ledger_entries_unit_check;
update ledger_entries set unit = 'USD' where unit = 'usd-cent';
alter table ledger_entries add constraint ledger_entries_unit_check check (unit ~ '^([A-Z]{3}|gem)$');
drop index ledger_entries_of_account;
create index ledger_entries_of_account on ledger_entries (ledger_account, unit);

alter table ledger_entries enable trigger user;
alter table ledger_transfers enable trigger user;

create or replace function refuse_unbalanced_transfer() returns trigger language plpgsql as $$
begin
  if exists (
    select from fresh group by order_id, recipient_account_id, number, unit having sum(amount) <> 0
  ) then
    raise exception 'a transfer must sum to zero per unit';
  end if;
  return null;
end $$;

-- Never more gems than an order has, and never fewer than none, whatever the code believes: a double credit cannot be written.
create function refuse_gems_beyond_order() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries e join orders o on o.id = e.order_id and o.recipient_account_id = e.recipient_account_id
    where (e.order_id, e.recipient_account_id) in (select order_id, recipient_account_id from fresh where unit = 'gem')
      and e.unit = 'gem' and e.ledger_account like 'account:%'
    group by o.id, o.gems having sum(e.amount) not between 0 and o.gems
  ) then
    raise exception 'an order cannot bring more gems than it has, nor take back more than it brought';
  end if;
  return null;
end $$;

create trigger ledger_entries_within_order
  after insert on ledger_entries
  referencing new table as fresh
  for each statement execute function refuse_gems_beyond_order();

-- A transfer without entries is none.
create function refuse_empty_transfer() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_entries
    where order_id = new.order_id and recipient_account_id = new.recipient_account_id and number = new.number
  ) then
    raise exception 'a transfer must have entries';
  end if;
  return null;
end $$;

create constraint trigger ledger_transfers_have_entries
  after insert on ledger_transfers
  deferrable initially deferred
  for each row execute function refuse_empty_transfer();

-- The balance of an account is the sum of its entries: nobody else writes it. It runs with the rights of the tables' owner.
create function follow_gems() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into gem_balances as b (account_id, gems, negative_because)
  select substr(e.ledger_account, 9)::bigint, sum(e.amount),
    case when sum(e.amount) < 0 then min(t.why) end
  from fresh e join ledger_transfers t
    on t.order_id = e.order_id and t.recipient_account_id = e.recipient_account_id and t.number = e.number
  where e.unit = 'gem' and e.ledger_account like 'account:%'
  group by e.ledger_account
  on conflict (account_id) do update set gems = b.gems + excluded.gems,
    negative_because = case when b.gems + excluded.gems < 0
      then coalesce(excluded.negative_because, b.negative_because, 'the ledger says so') end;
  return null;
end $$;

create trigger ledger_entries_move_balances
  after insert on ledger_entries
  referencing new table as fresh
  for each statement execute function follow_gems();

create function refuse_editing_balances() returns trigger language plpgsql as $$
begin
  -- Depth 1 is a statement of somebody's own; the ledger's trigger is deeper.
  if pg_trigger_depth() < 2 then
    raise exception 'a balance is the sum of its ledger entries and is not edited';
  end if;
  return coalesce(new, old);
end $$;

create trigger gem_balances_follow_the_ledger before insert or update or delete on gem_balances
  for each row execute function refuse_editing_balances();

create trigger ledger_entries_stay before truncate on ledger_entries for each statement execute function refuse_rewriting();
create trigger ledger_transfers_stay before truncate on ledger_transfers for each statement execute function refuse_rewriting();
create trigger order_events_stay before truncate on order_events for each statement execute function refuse_rewriting();
create trigger gem_balances_stay before truncate on gem_balances for each statement execute function refuse_rewriting();
