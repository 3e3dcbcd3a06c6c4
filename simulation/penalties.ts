import type { AccountId, OrderId } from '@jawhara/domain';
import type { Db } from '../apps/api/src/platform/postgres.ts';
import type { Ask } from './ask-together.ts';
import type { Violation } from './violation.ts';
import type { World } from './world.ts';

export interface JudgedWorld extends World {
  readonly ask: Ask;
}

/** Checks our tables and the providers' books. Returns null if the invariant holds. */
export type Invariant = (world: JudgedWorld) => Promise<Violation | null>;

const GONE = ['taken', 'lost', 'taken-again', 'lost-for-good'];

/** Orders whose accepted payment a dispute has taken back, unless refunds or reversals alone already returned all of it. */
const disputedOrders = (db: Db) => db`
  select kept.order_id from payments as kept
  where kept.standing = 'kept' and exists (select from known_returns as gone where gone.order_id = kept.order_id
      and gone.provider = kept.provider and gone.provider_payment_id = kept.provider_payment_id
      and gone.how = 'dispute' and gone.stage = any(${GONE}))
    and kept.amount_minor_units > coalesce((select sum(amount_minor_units) from known_returns as gone
      where gone.order_id = kept.order_id and gone.provider = kept.provider
        and gone.provider_payment_id = kept.provider_payment_id and gone.how <> 'dispute' and gone.stage = any(${GONE})), 0)`;

/**
 * The payer's device and card are restricted while a dispute has the order's money, unless an operator has lifted that; a paid
 * fine lifts the restriction of the device only. Without such a dispute they are not restricted.
 */
const restrictionFollowsDispute: Invariant = async ({ ask, db, nameOf }) => {
  const [wrong] = await ask<{ id: OrderId; kind: string; isDisputed: boolean }[]>`
    select * from (
      select orders.id, payer.kind, orders.id in (${disputedOrders(db)}) as "isDisputed",
        restriction.subject is not null and (lifted_at is null or lifted_by like 'person:%' or (payer.kind = 'device'
          and lifted_by like 'fine:%')) as "isRestricted",
        restriction.subject is not null and lifted_at is null as "isStanding"
      from orders join payments as kept on kept.order_id = orders.id and kept.standing = 'kept'
      cross join lateral (values ('device', orders.payer_device), ('card', kept.card_fingerprint)) as payer (kind, subject)
      left join payer_restrictions as restriction on restriction.cause_order_id = orders.id
        and restriction.subject_kind = payer.kind and restriction.subject = payer.subject
      where payer.subject is not null) as payers
    where ("isDisputed" and not "isRestricted") or (not "isDisputed" and "isStanding") limit 1`;
  if (wrong === undefined) return null;
  const { id, kind, isDisputed } = wrong;
  return isDisputed
    ? { kind: 'a dispute restricts nobody', detail: `${nameOf(id)}: its ${kind} is free` }
    : { kind: 'a restriction stands without a dispute', detail: `${nameOf(id)}: its ${kind}` };
};

/**
 * While a reversal has taken a fine's money that no refund explains, the alert fine-money-gone is there, otherwise not. It may
 * stay open beside a dispute, which takes the money too.
 */
const fineAlertFollowsMoney: Invariant = async ({ ask, nameOf }) => {
  const [wrong] = await ask<{ id: OrderId; isGone: boolean }[]>`
    select * from (
      select orders.id, gone.return_id is not null as "isGone", exists (select from alerts
          where alerts.order_id = orders.id and kind = 'fine-money-gone' and closed_at is null) as "isOpen",
        exists (select from alerts where alerts.order_id = orders.id and kind = 'fine-money-gone'
          and detail->>'returnId' = gone.return_id and closed_by is distinct from 'by itself') as "isKnown"
      from orders join payments as kept on kept.order_id = orders.id and kept.standing = 'kept'
      left join known_returns as gone on gone.order_id = orders.id and gone.provider = kept.provider
        and gone.provider_payment_id = kept.provider_payment_id and gone.how = 'reversal' and gone.stage = any(${GONE})
        and kept.amount_minor_units > coalesce((select sum(given.amount_minor_units) from known_returns as given
          where given.order_id = orders.id and given.provider = kept.provider
            and given.provider_payment_id = kept.provider_payment_id and given.how = 'refund'
            and given.stage = any(${GONE})), 0)
      where orders.purpose = 'fine') as fines
    where ("isGone" and not "isKnown") or (not "isGone" and "isOpen" and not exists (select from known_returns as lost
      where lost.order_id = fines.id and lost.how = 'dispute' and lost.stage = any(${GONE}))) limit 1`;
  if (wrong === undefined) return null;
  return wrong.isGone
    ? { kind: 'no alert says that the money of a fine is gone', detail: nameOf(wrong.id) }
    : { kind: 'an alert says that the money of a fine is gone', detail: `${nameOf(wrong.id)}: it is there` };
};

/**
 * If a bank took a fine's money back, the ban that the fine had lifted is imposed again. After an operator's refund it stays
 * lifted.
 */
const banFollowsMoney: Invariant = async ({ ask }) => {
  const [fine] = await ask<{ state: string }[]>`
    select orders.state from orders
    join payments on payments.order_id = orders.id and payments.standing = 'kept'
    join known_returns as gone on gone.order_id = orders.id and gone.provider_payment_id = payments.provider_payment_id
      and gone.how in ('reversal', 'dispute') and gone.stage = any(${GONE})
    join bans on bans.account_id = orders.recipient_account_id and bans.lifted_by = 'fine:' || orders.id
    where orders.purpose = 'fine' and gone.amount_minor_units >= payments.amount_minor_units
      and payments.amount_minor_units > coalesce((select sum(given.amount_minor_units) from known_returns as given
        where given.order_id = orders.id and given.provider_payment_id = payments.provider_payment_id
          and given.how = 'refund' and given.stage = 'taken'), 0)
      and not exists (select from bans as later where later.account_id = bans.account_id and later.lifted_at is null)
    limit 1`;
  return fine
    ? {
        kind: 'a ban is lifted without its fine',
        detail: `the fine is ${fine.state}, its money is gone, and the ban stays lifted`,
      }
    : null;
};

/**
 * A ban that an order's dispute caused lasts as long as the dispute has the money, unless a fine or an operator has lifted the
 * ban.
 */
const banHasCause: Invariant = async ({ ask, db, nameOf }) => {
  const [unjust] = await ask<{ id: OrderId }[]>`
    select cause_order_id as id from bans where cause_order_id is not null and lifted_at is null
      and cause_order_id not in (${disputedOrders(db)}) limit 1`;
  if (unjust) return { kind: 'a ban stands without its cause', detail: nameOf(unjust.id) };
  const [missed] = await ask<{ id: OrderId }[]>`
    select orders.id from orders
    join account_devices on account_id = recipient_account_id and device = payer_device
    where orders.id in (${disputedOrders(db)}) and not exists (select from bans where cause_order_id = orders.id
      and (lifted_at is null or lifted_by like 'fine:%' or lifted_by like 'person:%')) limit 1`;
  return missed ? { kind: 'a dispute of a linked payer bans nobody', detail: nameOf(missed.id) } : null;
};

/**
 * An account is banned exactly while one of our bans of it is not lifted, or the app has banned it. A ban whose end date has
 * passed may remain until the job that ends dated bans runs.
 */
const accountFollowsBans: Invariant = async ({ ask, clock, appBans }) => {
  const [wrong] = await ask<{ id: AccountId; status: string }[]>`
    select id, status from accounts where
      (status = 'banned' and id <> all(${[...appBans]}) and exists (select from bans where account_id = accounts.id)
        and not exists (select from bans where account_id = accounts.id and lifted_at is null))
      or (status = 'normal' and exists (select from bans where account_id = accounts.id and lifted_at is null
        and (until is null or until > ${clock.now()})))
    limit 1`;
  return wrong
    ? { kind: 'an account differs from its bans', detail: `account ${wrong.id} is ${wrong.status}` }
    : null;
};

/** A paid fine never lifts a ban of the app; only an operator does. */
const appBansStand: Invariant = async ({ ask, appBans }) => {
  const [freed] = await ask<{ id: AccountId }[]>`
    select id from accounts where id = any(${[...appBans]}) and status = 'normal' limit 1`;
  return freed
    ? { kind: 'a ban of the app is lifted', detail: `account ${freed.id} is free, and no operator did it` }
    : null;
};

/**
 * A paid fine whose money did not go back has lifted its account's ban, if there was only one. Left out are fines whose ban
 * another fine had lifted already: about the money of the second fine an operator decides.
 */
const fineLiftsBan: Invariant = async ({ ask, nameOf }) => {
  const [unlifted] = await ask<{ id: OrderId }[]>`
    select orders.id from orders join bans on bans.account_id = orders.recipient_account_id and bans.kind = 'refund'
      and bans.lifted_at is null and bans.since < orders.created_at
    where orders.purpose = 'fine' and orders.state = 'delivered'
      and not exists (select from known_returns as gone where gone.order_id = orders.id)
      and not exists (select from order_events as lift join orders as other on other.id = lift.order_id
        where lift.kind = 'ban-lifted' and other.id <> orders.id and other.recipient_account_id = orders.recipient_account_id)
      and (select count(*) from bans as one where one.account_id = bans.account_id and one.kind = 'refund') = 1
    limit 1`;
  return unlifted ? { kind: 'a paid fine leaves its ban', detail: nameOf(unlifted.id) } : null;
};

/**
 * A fine that was paid because of a dispute is refunded once we win that dispute, unless the fine's money has already gone back.
 */
const needlessFineReturns: Invariant = async ({ ask, nameOf }) => {
  const [retained] = await ask<{ id: OrderId }[]>`
    select fine_order_id as id from fines_paid join payments as kept
      on kept.order_id = fine_order_id and kept.standing = 'kept'
    where returned_because is not null and not exists (select from refunds where refunds.order_id = fine_order_id)
      and kept.amount_minor_units > coalesce((select sum(amount_minor_units) from known_returns as gone
        where gone.order_id = fine_order_id and gone.stage = any(${GONE})), 0) limit 1`;
  return retained
    ? { kind: 'a fine that was paid for nothing is retained', detail: nameOf(retained.id) }
    : null;
};

/**
 * A payment by a restricted card raises an alert. A paid fine lifts restrictions for a while, so histories with a fine are left
 * out.
 */
const restrictedCardRaised: Invariant = async ({ ask, nameOf }) => {
  const [unseen] = await ask<{ id: OrderId }[]>`
    select payments.order_id as id from payments join payer_restrictions as bar
      on bar.subject_kind = 'card' and bar.subject = payments.card_fingerprint and bar.since < payments.paid_at
        and (bar.lifted_at is null or bar.lifted_at > payments.paid_at) and bar.cause_order_id <> payments.order_id
    where payments.standing = 'kept' and not exists (select from alerts where alerts.order_id = payments.order_id
        and kind in ('restricted-card-paid', 'amount-mismatch'))
      and not exists (select from orders where purpose = 'fine') limit 1`;
  return unseen ? { kind: 'a restricted card pays without an alert', detail: nameOf(unseen.id) } : null;
};

/** Invariants about restrictions, bans and fines, checked after every action. */
export const PENALTY_INVARIANTS: readonly Invariant[] = [
  restrictionFollowsDispute,
  fineAlertFollowsMoney,
  banFollowsMoney,
  banHasCause,
  accountFollowsBans,
  appBansStand,
  fineLiftsBan,
  needlessFineReturns,
  restrictedCardRaised,
];
