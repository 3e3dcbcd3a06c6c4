-- An order is for gems, or pays a fine. A fine has no pack and brings no gems.
alter table orders add column purpose text not null default 'gems' check (purpose in ('gems', 'fine'));
alter table orders alter column recharge_id drop not null;
alter table orders drop constraint orders_gems_check;
alter table orders add constraint orders_have_what_their_purpose_needs check (
  case purpose
    when 'gems' then recharge_id is not null and gems > 0
    else recharge_id is null and gems = 0 and bonus_gems = 0
  end
);

-- The money of a fine is a transfer of its own kind under the same key: once per order.
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (kind in ('credit', 'take-back', 'fine'));

-- Why an account is banned. A new ban takes the place of the one before it; only a refund ban can be paid off.
create table bans (
  account_id bigint primary key references accounts (id),
  kind text not null check (kind in ('refund', 'permanent', 'other')),
  -- How many refund bans came before this one: each doubles the fine.
  refund_ban_count integer not null default 0 check (refund_ban_count >= 0),
  until timestamptz,
  since timestamptz not null,
  lifted_at timestamptz,
  check (kind <> 'permanent' or until is null)
);
