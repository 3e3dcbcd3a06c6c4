-- Older code runs on this.
-- Builds whose flows the engine was told of. The one that became current last is current: should the engine lose its disk,
-- workers of that build, and of no other, may tell it again.
create table flow_builds (
  build text primary key check (build ~ '^[a-z0-9][a-z0-9.-]{0,62}$'),
  url text not null,
  registered_at timestamptz not null,
  current_since timestamptz not null
);
