-- Another provider was asked for the same order while the first gave no answer. Until both have spoken the order is looked
-- after even when it is decided: a payment that turns up second must be found and sent back.
alter table orders add column has_rivals boolean not null default false;
