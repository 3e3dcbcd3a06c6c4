-- When the payer of an order that is paid and overdue asked for the money back instead of waiting. It grants nothing: a person does.
alter table orders add column refund_wished_at timestamptz;
