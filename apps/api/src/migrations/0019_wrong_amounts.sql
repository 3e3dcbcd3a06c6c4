-- Money of another amount than the price stays a row of its own, so that a person finds every one of them, and the right
-- amount of another payment can be told from a second word about the same one.
alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check
  check (state in ('sent', 'paid', 'refused', 'refunding', 'refunded', 'wrong-amount'));

-- Raised once per order, kind and payment: two payments that are both wrong need a person twice.
alter table alerts add column provider_payment_id text not null default '';
drop index alerts_once_per_order;
create unique index alerts_once_per_payment on alerts (order_id, kind, provider_payment_id) where order_id is not null;
