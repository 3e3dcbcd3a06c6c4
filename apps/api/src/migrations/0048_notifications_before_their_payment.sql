-- Older code runs on this.
-- The provider's own name of the payment that it is about. What names no order of ours, and a payment that we have not heard of
-- yet, waits for that payment: hand_over_after is then when it is looked for again.
alter table notifications add column provider_payment_id text;
