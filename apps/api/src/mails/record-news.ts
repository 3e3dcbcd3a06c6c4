import {
  findAcceptedPayment,
  gemsByRight,
  goneBack,
  refundsToReport,
  returnsOf,
  type OrderFacts,
} from '@jawhara/domain';
import type { OrderNews } from '../orders/base/order-ports.ts';
import { factsOf } from '../orders/base/write-books.ts';
import type { StoredOrder } from '../orders/store/order.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/postgres.ts';
import { insertMail, type MailFacts } from './mail.store.ts';
import { openSubscriptionOf, type StoredSubscription } from './mail-subscription.store.ts';

interface NewsDeps {
  readonly now: Clock;
  readonly newId: () => string;
}

async function write(
  tx: Tx,
  { now, newId }: NewsDeps,
  { id: subscriptionId, orderId, recipientId }: StoredSubscription,
  { facts, cause = '' }: { readonly facts: MailFacts; readonly cause?: string },
): Promise<void> {
  await insertMail(tx, { id: newId(), subscriptionId, orderId, recipientId, cause, facts, at: now() });
}

/**
 * Whether the mail says that the gems were removed or never came. Null after a partial refund of the accepted payment, and if the
 * gems were left with the recipient on purpose.
 */
function gemsAfter(order: StoredOrder, facts: OrderFacts): 'taken-back' | 'never-came' | null {
  const accepted = findAcceptedPayment(facts);
  if (order.purpose !== 'gems') return null;
  if (accepted === null) return 'never-came';
  const { minorUnits } = goneBack(accepted.money, returnsOf(accepted, facts));
  if (minorUnits < accepted.money.minorUnits || gemsByRight(facts) > 0) return null;
  return order.creditedAt === null ? 'never-came' : 'taken-back';
}

async function writeRefunds(
  tx: Tx,
  deps: NewsDeps,
  order: StoredOrder,
  subscription: StoredSubscription,
): Promise<void> {
  const facts = await factsOf(tx, order);
  for (const { provider, returnId, money } of refundsToReport(facts)) {
    // Without an amount from the provider, the payer could not compare the mail with a bank statement.
    if (money === null) continue;
    const { minorUnits, currency } = money;
    const news: MailFacts = {
      kind: 'refunded',
      minorUnits,
      currency,
      at: deps.now().toISOString(),
      gems: gemsAfter(order, facts),
    };
    await write(tx, deps, subscription, { facts: news, cause: `${provider}:${returnId}` });
  }
}

/** A subscription is the payer's consent to mail; without it no mail is written. */
async function withSubscription(
  tx: Tx,
  { id }: StoredOrder,
  record: (subscription: StoredSubscription) => Promise<void>,
): Promise<void> {
  const subscription = await openSubscriptionOf(tx, id);
  if (subscription !== null) await record(subscription);
}

/** [ORD-21] Writes the mails about an order into the outbox, the table of mails to be sent. */
export const mailNews: OrderNews = {
  delivered: (tx, deps, order) =>
    withSubscription(tx, order, (subscription) =>
      write(tx, deps, subscription, { facts: { kind: 'receipt' } }),
    ),
  late: (tx, deps, order) =>
    withSubscription(tx, order, (subscription) => write(tx, deps, subscription, { facts: { kind: 'late' } })),
  returned: (tx, deps, order) =>
    withSubscription(tx, order, (subscription) => writeRefunds(tx, deps, order, subscription)),
};
