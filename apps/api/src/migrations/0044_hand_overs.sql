-- Hand-over codes that were used: each opens one device on one host, once. A code that has ended opens nothing, so its row
-- may go then. What was armed and never used leaves nothing here.
create table used_hand_overs (
  challenge_digest bytea primary key,
  used_at timestamptz not null,
  ends_at timestamptz not null
);

create index used_hand_overs_by_end on used_hand_overs (ends_at);
