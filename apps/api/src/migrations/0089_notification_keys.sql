-- Older code runs on this. It says `on conflict` on notifications; the trigger claims the key for it.
-- The keys of webhooks, across months: notifications can lie in months only when its unique key is in a table of its own. The program
-- claims the key and stores the webhook in one statement. 0090 fills in what was stored before.
create table notification_keys (
  provider integer not null,
  event_id text not null,
  -- Time-ordered: keys go when their month has gone.
  notification_id uuid not null,
  primary key (provider, event_id)
);
create index notification_keys_by_time on notification_keys (notification_id);
revoke update on notification_keys from jawhara_app;

-- Before the row, as the program does it, so that two builds that store one webhook at once wait for each other at the key and nowhere
-- else. A statement that has claimed the key itself is let through.
create function claim_notification_key() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into notification_keys (provider, event_id, notification_id) values (new.provider, new.event_id, new.id)
  on conflict (provider, event_id) do nothing;
  if found or exists (select from notification_keys
    where provider = new.provider and event_id = new.event_id and notification_id = new.id)
  then
    return new;
  end if;
  return null;
end $$;
revoke execute on function claim_notification_key() from public;
create trigger notifications_claim_key before insert on notifications for each row execute function claim_notification_key();

-- In batches of their own, so that no webhook waits for a key. Without a search_path: a procedure that has one may not commit.
create procedure fill_notification_keys() language plpgsql as $$
declare
  batch_after uuid := '00000000-0000-0000-0000-000000000000';
  batch_end uuid;
begin
  loop
    select id into batch_end from (
      select id from public.notifications where id > batch_after order by id limit 5000) batch order by id desc limit 1;
    exit when batch_end is null;
    insert into public.notification_keys (provider, event_id, notification_id)
    select provider, event_id, id from public.notifications where id > batch_after and id <= batch_end
    on conflict (provider, event_id) do nothing;
    commit;
    batch_after := batch_end;
  end loop;
end $$;
revoke execute on procedure fill_notification_keys() from public;

-- 0093 replaces it, when there are months. Until then nothing is made, and nothing is missing.
create function keep_notification_months(keep_months integer, out made integer, out ahead integer, out dropped integer, out deleted integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  made := 0;
  dropped := 0;
  deleted := 0;
end $$;
revoke all on function keep_notification_months(integer) from public;
grant execute on function keep_notification_months(integer) to jawhara_app;
