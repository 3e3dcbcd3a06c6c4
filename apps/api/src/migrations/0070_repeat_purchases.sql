-- Older code runs on this. It asks about no repeat, and a wallet's order that it handles counts as open once its payment has begun.
-- [ORD-20] repeat_of: the payer's yes to ordering the same again, after the orders up to this id. wallet_token_at: when the token of the
-- wallet's sheet came; before it the order costs nothing.
alter table orders add column repeat_of uuid, add column wallet_token_at timestamptz;
