-- A payer reads out "JW-7F3K-20481": the last 45 bits of the id. Support finds the order by them.
create index orders_by_number on orders ((('x' || right(id::text, 12))::bit(48)::bigint & 35184372088831));
