import { isClosedUnpaid, type OrderId, type OrderState } from '@jawhara/domain';
import { deliveryKey } from '../apps/api/src/orders/base/order-ports.ts';
import { moneyOfOrder } from '../apps/api/src/orders/queries/read-own-order.ts';
import { requireOrder } from '../apps/api/src/orders/store/order.store.ts';
import { askTogether } from './ask-together.ts';
import { OPERATOR_INVARIANTS, storyIsWhole } from './operator-view.ts';
import { PENALTY_INVARIANTS, type JudgedWorld, type Invariant } from './penalties.ts';
import { isOpenAtProvider } from './provider-books.ts';
import { noRepeatWithoutYes } from './repeats.ts';
import type { Violation } from './violation.ts';
import { paymentsOf, type PaymentAtProvider, type World } from './world.ts';

/** A webhook that needs an operator has an alert of its own once it counts as processed. */
const messageRaised: Invariant = async ({ ask }) => {
  const [lost] = await ask<{ type: string; about: string }[]>`
    select event_type as type, coalesce(body::json->'meaning'->>'why', body::json->'meaning'->>'eventType', 'garbled') as about
    from notifications
    where processed_at is not null and event_type in ('person', 'unheard-of', 'garbled') and not exists (
      select from alerts where alerts.detail->>'notification' = notifications.id::text
        and kind = case event_type when 'person' then 'person-needed' when 'unheard-of' then 'unheard-of-event'
          else 'unreadable-notification' end)
    order by received_at limit 1`;
  return lost
    ? {
        kind: 'a message for an operator is lost',
        detail: `"${lost.about}" is processed, and no alert says so`,
      }
    : null;
};

/** The ledger's cash of an order is what we know to be captured, less what we know to be gone; at every commit. */
const ledgerFollowsMoney: Invariant = async ({ ask, nameOf }) => {
  const [wrong] = await ask<{ id: OrderId; booked: number; known: number }[]>`
    select * from (
      select orders.id,
        coalesce((select sum(amount) from ledger_entries where order_id = orders.id and ledger_account like 'provider:%'), 0)::int as booked,
        coalesce((select sum(amount_minor_units) from payments where order_id = orders.id and standing is not null), 0)::int
        - coalesce((select sum(gone.amount_minor_units) from known_returns as gone
            join payments on payments.provider = gone.provider and payments.provider_payment_id = gone.provider_payment_id
              and payments.order_id = gone.order_id and payments.standing is not null
            where gone.order_id = orders.id and gone.stage in ('taken', 'lost', 'taken-again', 'lost-for-good')), 0)::int as known
      from orders) as sums
    where booked <> known limit 1`;
  return wrong
    ? {
        kind: 'the ledger differs from the money',
        detail: `${nameOf(wrong.id)}: ${wrong.booked} booked, ${wrong.known} known`,
      }
    : null;
};

/** Gems are credited once, only for accepted money, and are taken back in proportion to returned money. */
const gemsFollowMoney: Invariant = async ({ ask, nameOf }) => {
  const rows = await ask<
    {
      id: OrderId;
      state: OrderState;
      gems: number;
      forgiven: number;
      credited: number;
      paid: number | null;
      gone: number;
    }[]
  >`
    select orders.id, orders.state, orders.gems, orders.gems_forgiven as forgiven,
      coalesce((select sum(amount) from ledger_entries where order_id = orders.id and unit = 'gem' and ledger_account like 'account:%'), 0)::int as credited,
      kept.amount_minor_units as paid,
      coalesce((select sum(amount_minor_units) from known_returns as gone where gone.order_id = orders.id
        and gone.provider = kept.provider and gone.provider_payment_id = kept.provider_payment_id
        and gone.stage in ('taken', 'lost', 'taken-again', 'lost-for-good')), 0)::int as gone
    from orders left join payments as kept on kept.order_id = orders.id and kept.standing = 'kept'
    where orders.purpose = 'gems'`;
  for (const { id, state, gems, forgiven, credited, paid, gone } of rows) {
    const isDelivered = state === 'delivered' || state === 'refunded' || state === 'charged-back';
    const left = paid === null || !isDelivered ? 0 : gems - Math.floor((gems * Math.min(gone, paid)) / paid);
    const expected = paid === null || !isDelivered ? 0 : Math.min(left + forgiven, gems);
    if (credited !== expected)
      return {
        kind: 'gems differ from the money',
        detail: `${nameOf(id)} (${state}): ${credited} gems credited, ${expected} are right`,
      };
  }
  return null;
};

/** The state of a paid order is the state of its money. */
const stateFollowsMoney: Invariant = async ({ ask, nameOf }) => {
  const [wrong] = await ask<{ id: OrderId; state: OrderState; purpose: string }[]>`
    select orders.id, orders.state, orders.purpose from orders where
      (state = 'delivered' and credited_at is null)
      or (state in ('refunded', 'charged-back') and exists (
        select from payments where payments.order_id = orders.id and standing = 'kept' and amount_minor_units >
          coalesce((select sum(amount_minor_units) from known_returns as gone where gone.order_id = orders.id
            and gone.provider_payment_id = payments.provider_payment_id
            and gone.stage in ('taken', 'lost', 'taken-again', 'lost-for-good')), 0)))
    limit 1`;
  return wrong
    ? {
        kind: 'the state differs from the money',
        detail: `${nameOf(wrong.id)} (${wrong.purpose}) is ${wrong.state}`,
      }
    : null;
};

/** A delivery by the remote service is recorded here too, or is in progress, or an alert says that its money went back. */
const remoteDeliveriesKnown: Invariant = async ({ ask, faults, gemService, nameOf }) => {
  if (!faults.isDeliveryRemote) return null;
  const rows = await ask<
    { id: OrderId; state: OrderState; isCredited: boolean; isRaised: boolean; isStarted: boolean }[]
  >`
    select id, state, credited_at is not null as "isCredited",
      (select kind from order_events where order_id = orders.id and kind in ('delivery-started', 'delivery-declined')
        order by id desc limit 1) is not distinct from 'delivery-started' as "isStarted", exists (select from alerts
      where order_id = orders.id and kind = 'money-back-during-delivery'
        and closed_by is distinct from 'by itself') as "isRaised"
    from orders where purpose = 'gems'`;
  for (const { id, state, isCredited, isRaised, isStarted } of rows) {
    const isThere = gemService.delivered.has(deliveryKey(id));
    if (isCredited && isStarted && !gemService.answered.has(deliveryKey(id)))
      return { kind: 'delivered before the gem service answered', detail: `${nameOf(id)} is ${state}` };
    if (isCredited && !isThere && !faults.wasServiceRemoved)
      return { kind: 'delivered without the gem service', detail: `${nameOf(id)} is ${state}` };
    const isOnItsWay = state === 'paid' || state === 'delivering';
    if (isThere && !isCredited && !isOnItsWay && !isRaised)
      return { kind: 'gems that the books do not know', detail: `${nameOf(id)} is ${state}` };
  }
  return null;
};

/** True if an open alert names this payment or its provider, so that an operator will look. */
async function isNamedByAlert(
  { ask }: JudgedWorld,
  { provider, payment }: PaymentAtProvider,
): Promise<boolean> {
  const rows = await ask`
    select from alerts where order_id = ${payment.orderId} and closed_at is null
      and (provider_payment_id = ${payment.id} or detail->>'provider' = ${String(provider.number)}) limit 1`;
  return rows.length > 0;
}

/** The page says "nothing was charged" only if nothing was, by our own tables and by the books of the providers. */
const pageSaysTruth: Invariant = async (world) => {
  const { ask, db, program, nameOf } = world;
  const rows = await ask<{ id: OrderId; open: number; captured: number }[]>`
    select id, (select count(*)::int from payments where order_id = orders.id and payments.state in ('sent', 'open')) as open,
      (select count(*)::int from payments where order_id = orders.id and standing is not null) as captured
    from orders where state in ('refused', 'cancelled', 'expired')`;
  for (const { id, open, captured } of rows) {
    const order = await requireOrder(db, id);
    if (!isClosedUnpaid(order.state)) continue;
    const kind = 'the page says that nothing was charged';
    if ((await moneyOfOrder({ ...program.context, db }, order)) !== 'none') continue;
    if (open + captured > 0)
      return { kind, detail: `${nameOf(id)}: ${open} attempts are open, ${captured} are captured` };
    for (const one of paymentsOf(world).filter(({ payment }) => payment.orderId === id))
      if (isOpenAtProvider(one.payment) && !(await isNamedByAlert(world, one)))
        return { kind, detail: `${nameOf(id)}: ${one.payment.id} is ${one.payment.state} at its provider` };
  }
  return null;
};

/**
 * A payment of a wrong amount that we still hold, and that no operator has decided about, has an open alert of its own, whatever
 * the state of its order: about the amount, or about a refund that failed. An alert that an operator has resolved stays resolved.
 */
const wrongAmountRaised: Invariant = async ({ ask, nameOf }) => {
  const [unseen] = await ask<{ id: OrderId; name: string }[]>`
    select order_id as id, provider_payment_id as name from payments where standing = 'wrong-amount'
      and amount_minor_units > coalesce((select sum(amount_minor_units) from known_returns as gone
          where gone.order_id = payments.order_id and gone.provider_payment_id = payments.provider_payment_id
            and gone.stage in ('taken', 'lost', 'taken-again', 'lost-for-good')), 0)
        + coalesce((select sum(amount_minor_units) from refunds where refunds.order_id = payments.order_id
          and refunds.provider_payment_id = payments.provider_payment_id and refunds.state = 'due'), 0)
      and not exists (select from alerts where alerts.order_id = payments.order_id
        and alerts.provider_payment_id = payments.provider_payment_id
        and kind in ('amount-mismatch', 'refund-refused', 'refund-failed', 'refund-unclear')
        and (closed_at is null or exists (select from operator_actions
          where verb = 'alerts resolve' and before->>'alert' = alerts.id::text)))
    limit 1`;
  return unseen
    ? {
        kind: 'no alert of a wrong amount',
        detail: `${nameOf(unseen.id)}: money of ${unseen.name} is with us, and nobody has decided about it`,
      }
    : null;
};

/** An alert about two amounts of one payment closes by itself when all the money is gone, and is open again when some is back. */
const contradictionRaised: Invariant = async ({ ask, nameOf }) => {
  const [unseen] = await ask<{ id: OrderId; name: string }[]>`
    select alerts.order_id as id, payments.provider_payment_id as name
    from alerts join payments on payments.order_id = alerts.order_id and payments.standing = 'kept'
      and payments.provider_payment_id = alerts.provider_payment_id
    where alerts.kind = 'amount-contradicted' and alerts.closed_by = 'by itself'
      and payments.amount_minor_units > coalesce((select sum(amount_minor_units) from known_returns as gone
        where gone.order_id = payments.order_id and gone.provider_payment_id = payments.provider_payment_id
          and gone.stage in ('taken', 'lost', 'taken-again', 'lost-for-good')), 0)
    limit 1`;
  return unseen
    ? {
        kind: 'no alert of two amounts',
        detail: `${nameOf(unseen.id)}: money of ${unseen.name} is back, and its alert is closed`,
      }
    : null;
};

/** A ban that was shown to a payer with an end date is over after that date. */
const shownDatesHold: Invariant = async ({ ask, clock, shownDates }) => {
  const now = clock.now();
  for (const { account, until } of shownDates) {
    if (until.getTime() + 60 * 60_000 > now.getTime()) continue;
    const [row] = await ask<{ status: string }[]>`
      select status from accounts where id = ${account} and status = 'banned' and not exists (
        select from bans where account_id = ${account} and lifted_at is null and (until is null or until > ${now}))`;
    if (row)
      return {
        kind: 'a shown date is not kept',
        detail: `account ${account} is banned after ${until.toISOString()}`,
      };
  }
  return null;
};

/** An operator cannot refund a payment with an open dispute, even while its money is only frozen. */
const noRefundBesideDispute: Invariant = async ({ ask, nameOf }) => {
  const [wrong] = await ask<{ id: OrderId }[]>`
    select refunds.order_id as id from refunds join known_returns as dispute
      on dispute.order_id = refunds.order_id and dispute.provider_payment_id = refunds.provider_payment_id
    join order_events as news on news.order_id = refunds.order_id and news.kind = 'dispute-announced'
      and news.detail->>'returnId' = dispute.return_id and news.id < refunds.id
    where dispute.how = 'dispute' and dispute.stage = 'announced' and refunds.asked_by <> 'by itself' limit 1`;
  return wrong
    ? { kind: 'a refund is recorded beside an announced dispute', detail: nameOf(wrong.id) }
    : null;
};

/** A card stays at its provider exactly as long as its payer agreed to it. */
const cardsSavedByConsent: Invariant = async ({ ask, providers, registry }) => {
  const rows = await ask<{ provider: number; sourceId: string }[]>`
    select provider, source_id as "sourceId" from saved_cards where state = 'kept'`;
  for (const { number, savedCards } of providers.filter((one) => registry.has(one.number))) {
    const ours = rows.filter(({ provider }) => provider === number).map(({ sourceId }) => sourceId);
    const unasked = [...savedCards].find((name) => !ours.includes(name));
    if (unasked !== undefined)
      return { kind: 'a card stays at its provider without consent', detail: unasked };
    const gone = ours.find((name) => !savedCards.has(name));
    if (gone !== undefined)
      return { kind: 'a saved card is offered that its provider has forgotten', detail: gone };
  }
  return null;
};

/** The last use of a saved card is a payment at its own provider, not one at another provider for the same order. */
const cardUseIsOwn: Invariant = async ({ ask, nameOf }) => {
  const [wrong] = await ask<{ id: OrderId; card: string }[]>`
    select orders.id, source_id as card from orders join saved_cards on saved_cards.id = orders.saved_card_id
    join payments on payments.order_id = orders.id and payments.paid_at = saved_cards.last_used_at
      and payments.provider <> saved_cards.provider
    where saved_cards.last_used_at > saved_cards.created_at and not exists (select from payments as own
      where own.provider = saved_cards.provider and own.paid_at = saved_cards.last_used_at) limit 1`;
  return wrong
    ? {
        kind: "another provider's payment counts as use of a saved card",
        detail: `${nameOf(wrong.id)}: ${wrong.card}`,
      }
    : null;
};

/** A payment that its payer confirms at a bank has its id in our books, because webhooks and look-ups use the id. */
const attemptAtBankIsNamed: Invariant = async ({ ask, nameOf }) => {
  const [unnamed] = await ask<{ id: OrderId }[]>`
    select orders.id from orders join payments on payments.order_id = orders.id and payments.provider = orders.provider
    where orders.state = 'awaiting-payer' and payments.state in ('sent', 'open') and provider_payment_id is null limit 1`;
  return unnamed ? { kind: 'an attempt at the bank has no name', detail: nameOf(unnamed.id) } : null;
};

/** Once all webhooks have arrived, every return of a known payment is in our books as in its provider's. */
const returnsMatchProviders: Invariant = async (world) => {
  const rows = await world.ask<{ provider: number; id: string; stage: string; cents: number | null }[]>`
    select provider, return_id as id, stage, amount_minor_units as cents from payment_returns`;
  for (const { provider, payment } of paymentsOf(world)) {
    if (!world.registry.has(provider.number)) continue;
    for (const one of payment.returns) {
      const ours = rows.find((row) => row.provider === provider.number && row.id === one.id);
      if (ours?.stage === one.stage && ours.cents === one.cents) continue;
      const known = ours === undefined ? 'unknown' : `${ours.stage} ${ours.cents}`;
      return {
        kind: 'a return differs from its provider',
        detail: `${world.nameOf(payment.orderId)}: ${one.id} is ${one.stage} ${one.cents} there, ${known} here`,
      };
    }
  }
  return null;
};

const INVARIANTS: readonly Invariant[] = [
  messageRaised,
  ledgerFollowsMoney,
  gemsFollowMoney,
  stateFollowsMoney,
  remoteDeliveriesKnown,
  pageSaysTruth,
  noRefundBesideDispute,
  wrongAmountRaised,
  contradictionRaised,
  attemptAtBankIsNamed,
  cardUseIsOwn,
  ...OPERATOR_INVARIANTS,
  noRepeatWithoutYes,
  ...PENALTY_INVARIANTS,
];

export const isPassedOver = ({ passOver }: World, { kind }: Violation): boolean =>
  passOver.some((start) => kind.startsWith(start));

async function firstOf(world: World, invariants: readonly Invariant[]): Promise<Violation | null> {
  const judged = { ...world, ask: askTogether(world.db) };
  const violations = await Promise.all(invariants.map((invariant) => invariant(judged)));
  return violations.find((one) => one !== null && !isPassedOver(world, one)) ?? null;
}

/** Checked after every action. Each invariant reads tables and provider books, never the code that wrote them. */
export async function findViolation(world: World): Promise<Violation | null> {
  const seen = world.violations.find((one) => !isPassedOver(world, one));
  return seen ?? firstOf(world, INVARIANTS);
}

/** Checked once the worker's jobs have had their time. */
export function findViolationAtRest(world: World): Promise<Violation | null> {
  return firstOf(world, [shownDatesHold, cardsSavedByConsent, returnsMatchProviders, storyIsWhole]);
}
