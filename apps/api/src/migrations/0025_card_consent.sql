-- Cards only with consent. A question is a row from the moment a provider is allowed to keep the card: answered before the
-- payment (ticked in its own fields) or after it. What was agreed to, and when, stays here when the card is long forgotten.
create table card_questions (
  order_id uuid not null,
  recipient_account_id bigint not null,
  provider integer not null,
  asked_at timestamptz not null,
  -- The name of the text that was said yes to.
  consent_text text,
  consented_at timestamptz,
  primary key (order_id, provider, recipient_account_id),
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id),
  check ((consent_text is null) = (consented_at is null))
);

-- What providers still have to forget. Written in the transaction in which a card goes, so that nothing between a no and the
-- provider can lose it; gone when the provider has said that it keeps the card no more.
create table cards_to_forget (
  provider integer not null,
  source_id text not null,
  payer_reference text not null,
  why text not null,
  since timestamptz not null,
  -- From the first try on nobody can have the card back.
  tries integer not null default 0,
  try_after timestamptz not null,
  primary key (provider, source_id)
);
create index cards_to_forget_due on cards_to_forget (try_after);

-- What paid stays with its order before the card goes.
update payments p set card_scheme = c.scheme, card_last4 = c.last4, card_fingerprint = c.fingerprint
from orders o join saved_cards c on c.id = o.saved_card_id
where p.order_id = o.id and p.recipient_account_id = o.recipient_account_id and p.provider = c.provider
  and p.standing = 'kept' and p.card_last4 is null;

-- asked: waits for an answer, until then; it is in no list and pays nothing. kept: somebody said yes, to this text, then.
alter table saved_cards add column state text check (state in ('asked', 'kept'));
alter table saved_cards add column asked_until timestamptz;
alter table saved_cards add column asked_for uuid;
alter table saved_cards add column consent_text text;
alter table saved_cards add column consented_at timestamptz;

update saved_cards set state = 'kept', consent_text = 'unversioned', consented_at = last_used_at where is_remembered;
-- Kept at a provider although nobody said yes.
insert into cards_to_forget (provider, source_id, payer_reference, why, since, try_after)
select distinct on (c.provider, c.source_id) c.provider, c.source_id,
  case when c.owner_account_id is null then 'device-' || c.owner_device else 'account-' || c.owner_account_id end,
  'nobody-agreed', now(), now()
from saved_cards c
where not c.is_remembered
  and not exists (select from saved_cards k where k.is_remembered and k.provider = c.provider and k.source_id = c.source_id);
delete from saved_cards where not is_remembered;

alter table saved_cards alter column state set not null;
alter table saved_cards drop column is_remembered;
alter table saved_cards add constraint saved_cards_only_with_consent check (
  case state
    when 'kept' then consent_text is not null and consented_at is not null and asked_until is null
    else consent_text is null and consented_at is null and asked_until is not null and asked_for is not null
  end);
create index saved_cards_asked on saved_cards (asked_until) where state = 'asked';

-- A yes is not taken out of the books.
revoke delete on card_questions from jawhara_app;
