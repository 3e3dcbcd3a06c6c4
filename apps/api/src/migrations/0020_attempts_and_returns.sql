-- An attempt is what a provider is asked about. It has a state of its own and a next look of its own, whatever becomes of the
-- order: sent (no word yet), open (the provider knows it and has not decided), paid, refused (a final no), gone (its longest
-- possible life is over). What a paid one is to us is its standing: kept, one too many, or another amount than the price.
alter table payments drop constraint payments_state_check;
alter table payments add column standing text check (standing in ('kept', 'second', 'wrong-amount'));
alter table payments add column pay_type integer;
-- When it is asked about next; null once nothing more can come of asking.
alter table payments add column look_after timestamptz;
-- The longest a payment of this kind can live undecided.
alter table payments add column lives_until timestamptz;
-- The card that paid stays with the order, whether or not anybody keeps the card.
alter table payments add column card_scheme text;
alter table payments add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');
alter table payments add column card_fingerprint text;

-- What we send back: a second payment by itself, anything else because a person said so. Written before the provider is asked,
-- so that a repeated call is the same refund.
create table refunds (
  id uuid primary key,
  order_id uuid not null,
  recipient_account_id bigint not null,
  provider integer not null,
  provider_payment_id text not null,
  amount_minor_units bigint not null check (amount_minor_units > 0),
  currency text not null,
  -- Why, as a key: the same payment is sent back once for the same cause.
  cause text not null,
  asked_by text not null,
  state text not null check (state in ('due', 'accepted', 'refused')),
  return_id text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  look_after timestamptz,
  unique (order_id, recipient_account_id, provider, provider_payment_id, cause),
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id)
);
create index refunds_to_send on refunds (look_after) where look_after is not null;

-- Refunds and disputes, with their whole life, as providers tell them: facts of their payment whenever they come, also before it.
create table payment_returns (
  provider integer not null,
  return_id text not null,
  order_id uuid not null,
  recipient_account_id bigint not null,
  provider_payment_id text,
  how text not null check (how in ('refund', 'dispute', 'reversal')),
  stage text not null check (stage in
    ('announced', 'taken', 'given-back', 'lost', 'taken-again', 'given-back-again', 'lost-for-good')),
  amount_minor_units bigint check (amount_minor_units >= 0),
  currency text,
  money_told_at text,
  fee_minor_units bigint check (fee_minor_units >= 0),
  fee_currency text,
  fee_told_at text,
  first_told_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (provider, return_id, order_id, recipient_account_id),
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id),
  check ((amount_minor_units is null) = (currency is null)),
  check ((fee_minor_units is null) = (fee_currency is null))
);
create index payment_returns_of_order on payment_returns (order_id);

insert into refunds (id, order_id, recipient_account_id, provider, provider_payment_id, amount_minor_units, currency, cause,
  asked_by, state, return_id, created_at, changed_at, look_after)
select gen_random_uuid(), order_id, recipient_account_id, provider, provider_payment_id, amount_minor_units, currency,
  'second-payment', 'by itself', case state when 'refunded' then 'accepted' else 'due' end,
  case state when 'refunded' then 'before-' || provider_payment_id end, changed_at, changed_at,
  case state when 'refunded' then null else changed_at end
from payments where state in ('refunding', 'refunded') and provider_payment_id is not null;

insert into payment_returns (provider, return_id, order_id, recipient_account_id, provider_payment_id, how, stage,
  amount_minor_units, currency, money_told_at, first_told_at, changed_at)
select provider, 'before-' || provider_payment_id, order_id, recipient_account_id, provider_payment_id, 'refund', 'taken',
  amount_minor_units, currency, 'taken', changed_at, changed_at
from payments where state = 'refunded' and provider_payment_id is not null;

insert into payment_returns (provider, return_id, order_id, recipient_account_id, provider_payment_id, how, stage,
  amount_minor_units, currency, money_told_at, first_told_at, changed_at)
select p.provider, 'before-' || p.provider_payment_id, p.order_id, p.recipient_account_id, p.provider_payment_id,
  case o.state when 'charged-back' then 'dispute' else 'refund' end, 'taken', p.amount_minor_units, p.currency, 'taken',
  o.moved_at, o.moved_at
from payments p join orders o on o.id = p.order_id and o.recipient_account_id = p.recipient_account_id
where p.is_kept and o.state in ('refunded', 'charged-back');

update payments set standing = case
  when is_kept then 'kept' when state = 'wrong-amount' then 'wrong-amount' when state in ('refunding', 'refunded') then 'second' end;
drop index payments_one_kept;
alter table payments drop column is_kept;
update payments set state = 'paid' where standing is not null;
update payments set lives_until = created_at + interval '28 days';
update payments set look_after = created_at where state = 'sent';
alter table payments alter column lives_until set not null;
alter table payments add constraint payments_state_check check (state in ('sent', 'open', 'paid', 'refused', 'gone'));
alter table payments add constraint payments_paid_have_standing check (
  (state = 'paid') = (standing is not null) and (state <> 'paid' or (amount_minor_units is not null and currency is not null)));
-- At most one captured-and-kept payment per order, whatever the code believes.
create unique index payments_one_kept on payments (order_id, recipient_account_id) where standing = 'kept';
create index payments_to_ask on payments (look_after) where look_after is not null;
create index payments_by_provider_id on payments (provider, provider_payment_id) where provider_payment_id is not null;

-- How often somebody has looked: names the next look, so that the engine never holds two of them.
alter table orders add column looks integer not null default 0;
-- Gems that stay where they are although their money went back: the wrong account had spent them.
alter table orders add column gems_forgiven integer not null default 0 check (gems_forgiven >= 0);
alter table orders drop column has_rivals;
-- An order whose money went back before anything was delivered was never credited.
alter table orders drop constraint orders_check;
alter table orders add constraint orders_delivered_when_credited check (
  case state when 'delivered' then credited_at is not null when 'refunded' then true when 'charged-back' then true
    else credited_at is null end);
