-- A proof that arrived waits for its reviewer and is no loose file. Left in the index, every proof there ever was would be
-- walked past each time loose files are looked for.
drop index uploads_loose;
create index uploads_loose on uploads (created_at)
  where state <> 'attached' and not (purpose = 'audit' and state = 'stored');
