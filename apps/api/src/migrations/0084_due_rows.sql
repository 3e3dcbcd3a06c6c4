-- Older code runs on this. It finds due rows in the tables themselves.
-- An update is cheap (HOT: it writes no index) while no indexed column changes. The time of the next check changes at every step of an
-- order and of a webhook, so it is indexed nowhere: triggers keep the rows that have one in small tables, which the sweeper reads whole.
-- The columns of orders and notifications stay what counts.
create table orders_due (
  order_id uuid primary key,
  recipient_account_id bigint not null,
  look_after timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 5000);

create table notifications_due (
  notification_id uuid primary key,
  -- Null while its payment is unknown.
  order_id uuid,
  hand_over_after timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 5000);

revoke insert, update on orders_due, notifications_due from jawhara_app;

create function follow_due_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.look_after is null then
    delete from orders_due where order_id = new.id;
  else
    insert into orders_due (order_id, recipient_account_id, look_after)
    values (new.id, new.recipient_account_id, new.look_after)
    on conflict (order_id) do update set look_after = excluded.look_after;
  end if;
  return null;
end $$;

create function follow_due_notification() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.hand_over_after is null then
    delete from notifications_due where notification_id = new.id;
  else
    insert into notifications_due (notification_id, order_id, hand_over_after) values (new.id, new.order_id, new.hand_over_after)
    on conflict (notification_id) do update set order_id = excluded.order_id, hand_over_after = excluded.hand_over_after;
  end if;
  return null;
end $$;

revoke execute on function follow_due_order(), follow_due_notification() from public;

create trigger orders_become_due after insert on orders for each row
  when (new.look_after is not null) execute function follow_due_order();
create trigger orders_are_due after update on orders for each row
  when (new.look_after is distinct from old.look_after) execute function follow_due_order();
create trigger notifications_become_due after insert on notifications for each row
  when (new.hand_over_after is not null) execute function follow_due_notification();
create trigger notifications_are_due after update on notifications for each row
  when ((new.hand_over_after, new.order_id) is distinct from (old.hand_over_after, old.order_id)) execute function follow_due_notification();

-- Few, by their indexes. The triggers above hold the tables until the end of this transaction, so none is missed.
insert into orders_due (order_id, recipient_account_id, look_after)
select id, recipient_account_id, look_after from orders where look_after is not null;
insert into notifications_due (notification_id, order_id, hand_over_after)
select id, order_id, hand_over_after from notifications where hand_over_after is not null;
