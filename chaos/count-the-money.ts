import { isToDeliver, isUndecided } from '@jawhara/domain';
import type { Check } from './check.ts';
import { countTheCents } from './count-the-cents.ts';
import { countTheGems } from './count-the-gems.ts';
import { countThePayments } from './count-the-payments.ts';
import { countTheWords } from './count-the-words.ts';
import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';
import { sum } from './sum.ts';

/** Every statement about money that must hold without exception, whatever was killed, lost, repeated or refunded. */
export function countTheMoney(evidence: Evidence): Check[] {
  return [
    ...countTheGems(evidence),
    ...countTheCents(evidence),
    ...countThePayments(evidence),
    transfersSumToZero(evidence),
    notificationsAreProcessed(evidence),
    nothingIsStuck(evidence),
    ...countTheWords(evidence),
  ];
}

function transfersSumToZero({ transfers, entries }: Evidence): Check {
  const nameOf = (one: { readonly orderId: string; readonly number: number }): string =>
    `${one.orderId} ${one.number}`;
  const groups = groupBy(entries, (entry) => `${nameOf(entry)} ${entry.unit}`);
  const filled = new Set(entries.map(nameOf));
  const breaches = [
    ...[...groups]
      .map(([name, group]) => ({ name, total: sum(group.map(({ amount }) => amount)) }))
      .filter(({ total }) => total !== 0)
      .map(({ name, total }) => `${name}: sums to ${total}`),
    ...transfers.filter((transfer) => !filled.has(nameOf(transfer))).map((one) => `${nameOf(one)}: is empty`),
  ];
  return { truth: 'each transfer sums to zero per unit', counted: groups.size, breaches };
}

function notificationsAreProcessed({ notifications }: Evidence): Check {
  const breaches = notifications
    .filter(({ orderId, isProcessed }) => orderId === null || !isProcessed)
    .map(
      ({ id, orderId }) =>
        `${id}: ${orderId === null ? 'belongs to no order' : `of order ${orderId}, not processed`}`,
    );
  return { truth: 'every stored notification is processed', counted: notifications.length, breaches };
}

function nothingIsStuck({ orders, refunds, unfinishedFlows }: Evidence): Check {
  const stuck = orders
    .filter(({ state, isHeld }) => (isUndecided(state) && !isHeld) || isToDeliver(state))
    .map(({ id, state }) => `${id}: still ${state}`);
  const unsent = refunds
    .filter(({ state }) => state === 'due')
    .map(({ orderId, providerPaymentId }) => `${orderId}: ${providerPaymentId} is still to be sent back`);
  const flows = unfinishedFlows.map((flow) => `the engine still has ${flow}`);
  return {
    truth: 'no order, refund or flow is stuck',
    counted: orders.length,
    breaches: [...stuck, ...unsent, ...flows],
  };
}
