-- Older code runs on this.
-- Outside a transaction.
-- Orders are found by the last four digits of their card, and the returns of a day are added up.
create index concurrently payments_of_card on payments (card_last4, order_id) where card_last4 is not null;
create index concurrently payment_returns_by_time on payment_returns (first_told_at, return_id, provider, order_id);
