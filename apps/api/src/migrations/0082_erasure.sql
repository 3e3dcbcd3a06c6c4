-- Older code runs on this. It erases nobody.
-- `ops person erase` separates a person from the books and deletes the rest. Rights for rows that only it deletes.
grant delete on order_requests, account_devices, declined_joins to jawhara_app;

-- The story of an order stays append-only but for one change: the account that the payer named later is taken out of an event.
create function refuse_rewriting_stories() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.recipient_account_id, new.at, new.kind, new.from_state, new.to_state, new.detail)
      is not distinct from
      (old.id, old.order_id, old.recipient_account_id, old.at, old.kind, old.from_state, old.to_state, old.detail - 'accountId') then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
revoke execute on function refuse_rewriting_stories() from public;
drop trigger order_events_are_final on order_events;
create trigger order_events_are_final before update or delete on order_events
  for each row execute function refuse_rewriting_stories();
grant update (detail) on order_events to jawhara_app;

-- Rows that the app's own server writes, and telemetry, which the program only adds to.
create function erase_person(account bigint, devices text[]) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted bigint;
begin
  delete from public.passwords where account_id = account;
  delete from public.social_links where account_id = account;
  delete from public.account_presence where account_id = account;
  delete from public.telemetry_records where device = any(devices);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function erase_person(bigint, text[]) from public;
grant execute on function erase_person(bigint, text[]) to jawhara_app;
