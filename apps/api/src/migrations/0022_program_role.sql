-- The program runs as another role than the one that owns the tables: it may add to the ledger and to stories, and neither
-- change, delete nor truncate them. Roles belong to the whole server, so another database may have made this one already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'jawhara_app') then
    create role jawhara_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null;
end $$;

grant usage on schema public to jawhara_app;
grant select, insert, update, delete on all tables in schema public to jawhara_app;
alter default privileges in schema public grant select, insert, update, delete on tables to jawhara_app;

revoke update, delete on ledger_transfers, ledger_entries, order_events from jawhara_app;
revoke insert, update, delete on gem_balances, schema_migrations from jawhara_app;
