-- Older code runs on this.
-- Id tokens that have signed somebody in: each does so once. A token that has ended opens nothing, so its row may go then.
create table used_sign_in_tokens (
  token_digest bytea primary key,
  used_at timestamptz not null,
  ends_at timestamptz not null
);

create index used_sign_in_tokens_by_end on used_sign_in_tokens (ends_at);
revoke update on used_sign_in_tokens from jawhara_app;
