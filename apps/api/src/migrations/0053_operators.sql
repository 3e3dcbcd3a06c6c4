-- Older code runs on this. It writes actions without a signature, and those are told apart from forged ones.
-- People who may act, each with one Ed25519 key for the whole of its life. The certificate is signed by whoever added the person,
-- the first one by itself, so that a row written past the program is not believed.
create table operators (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  role text not null check (role in ('support', 'admin')),
  public_key bytea not null check (length(public_key) = 32),
  fingerprint bytea not null generated always as (sha256(public_key)) stored unique,
  added_at timestamptz not null,
  -- Null: the first one, or one that the deployment's settings name.
  added_by uuid references operators (id) check (added_by <> id),
  certificate bytea not null check (length(certificate) = 64),
  ended_at timestamptz check (ended_at >= added_at),
  ended_by uuid references operators (id),
  check ((ended_at is null) = (ended_by is null))
);
create unique index operators_one_name on operators (name) where ended_at is null;

create function refuse_rewriting_operators() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.ended_at is null and (new.id, new.name, new.role, new.public_key, new.added_at, new.added_by, new.certificate)
    is not distinct from (old.id, old.name, old.role, old.public_key, old.added_at, old.added_by, old.certificate) then
    return new;
  end if;
  raise exception 'operators are append-only: one can be ended once, and nothing else changed';
end $$;
create trigger operators_are_final before update on operators
  for each row execute function refuse_rewriting_operators();
create trigger operators_remain before delete on operators for each row execute function refuse_rewriting();
create trigger operators_stay before truncate on operators for each statement execute function refuse_rewriting();
revoke execute on function refuse_rewriting_operators() from public;
revoke update, delete on operators from jawhara_app;
grant update (ended_at, ended_by) on operators to jawhara_app;

-- What the operator signed before the verb ran (request), and what came of it, signed as a link of one chain (record).
alter table operator_actions
  add column key_fingerprint bytea references operators (fingerprint),
  add column nonce uuid,
  add column request text,
  add column request_signature bytea check (length(request_signature) = 64),
  add column sequence bigint check (sequence > 0),
  add column previous_digest bytea check (length(previous_digest) = 32),
  add column record_signature bytea check (length(record_signature) = 64),
  add constraint operator_actions_signed_whole check (
    num_nulls(key_fingerprint, nonce, request, request_signature, sequence, previous_digest, record_signature) in (0, 7));
create unique index operator_actions_nonce on operator_actions (nonce);
create unique index operator_actions_sequence on operator_actions (sequence);
-- Few, and asked for by every check of the record.
create index operator_actions_unsigned on operator_actions (at) where sequence is null;
