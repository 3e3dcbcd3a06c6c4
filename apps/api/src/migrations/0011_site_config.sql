-- Who changed the configuration and why; going back appends a copy, so the history is never rewritten.
alter table site_config_versions
  add column published_by text not null default 'system' check (length(published_by) between 1 and 100),
  add column reason text not null default '' check (length(reason) <= 500),
  add column copy_of bigint references site_config_versions (version);
