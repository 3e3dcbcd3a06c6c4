-- Older code runs on this.
-- Gateways of live rooms run as a role of their own: they face the public and need nothing of the shop's tables. Roles belong to the whole
-- server, so another database may have made this one already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'jawhara_rooms') then
    create role jawhara_rooms nologin;
  end if;
exception when duplicate_object or unique_violation then
  null;
end $$;

-- One row. A room's sn begins with the generation; it is raised when Redis was lost or is older than before, so that sn never falls
-- (docs/room-protocol.md, RP-02 and RP-55). redis_run_id is the Redis process that the generation belongs to.
create table room_generation (
  is_only_row boolean primary key default true check (is_only_row),
  generation integer not null check (generation between 0 and 2097151),
  redis_run_id text not null,
  raised_at timestamptz not null
);
insert into room_generation (generation, redis_run_id, raised_at) values (0, '', now());

revoke all on room_generation from jawhara_app;
grant select, update on room_generation to jawhara_rooms;
