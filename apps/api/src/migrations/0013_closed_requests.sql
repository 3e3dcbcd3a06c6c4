-- A request id can be closed before its request arrives: a row without an order.
alter table order_requests alter column order_id drop not null;
alter table order_requests alter column recipient_account_id drop not null;
