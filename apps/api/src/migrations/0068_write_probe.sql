-- Older code runs on this. It does not know this table.
-- One row that every process writes from time to time: a demoted primary and a full disk answer reads and take no order.
create table write_probe (
  id smallint primary key default 1 check (id = 1),
  probed_at timestamptz not null
) with (fillfactor = 50);
insert into write_probe (probed_at) values (now());
revoke insert on write_probe from jawhara_app;
