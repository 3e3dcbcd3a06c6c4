-- Older code runs on this. It reads any text in lifted_by and asks only whether it begins with person: or is missing.
-- A ban that was given until a day ends on that day: it is lifted by its date, written as date:<time>.
alter table bans drop constraint bans_lifted_by_somebody;
alter table bans add constraint bans_lifted_by_somebody check (
  (lifted_at is null) = (lifted_by is null) and lifted_by ~ '^(dispute|fine|person|date):.' and (counts or lifted_at is not null));
-- The job that ends them reads only those that are due.
create index bans_to_end on bans (until) where lifted_at is null and until is not null;

-- An account is read as normal once its dated bans are over, also before the job has written that down. Here and not in the program's
-- statements: the accounts' store does not know the table of bans.
create function has_only_ended_bans(account bigint) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp
  as $$
    select exists (select from bans where account_id = account and lifted_at is null and until <= now())
      and not exists (select from bans where account_id = account and lifted_at is null and (until is null or until > now()))
  $$;
revoke execute on function has_only_ended_bans(bigint) from public;
grant execute on function has_only_ended_bans(bigint) to jawhara_app;
