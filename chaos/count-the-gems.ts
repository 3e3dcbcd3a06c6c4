import type { Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';
import { reckonOrders, type ReckonedPayment } from './reckon-orders.ts';
import { sum } from './sum.ts';

export function countTheGems(evidence: Evidence): Check[] {
  return [gemsFollowTheMoney(evidence), balancesAreTheEntries(evidence), payersAreJudged(evidence)];
}

/**
 * The gems that a recipient must have from an order: its gems less floor(gems × cents refunded or disputed ÷ cents paid), or none
 * if no payment of the right amount came.
 */
function gemsFollowTheMoney(evidence: Evidence): Check {
  const credited = groupBy(
    evidence.entries.filter(({ account, unit }) => unit === 'gem' && account.startsWith('account:')),
    ({ orderId }) => orderId,
  );
  const orders = reckonOrders(evidence);
  const breaches: string[] = [];
  for (const { order, gems } of orders) {
    const entries = credited.get(order.id) ?? [];
    const total = sum(entries.map(({ amount }) => amount));
    if (total !== gems) breaches.push(`${order.id}: ${total} gems, and its money is good for ${gems}`);
    const strangers = entries.filter(({ account }) => account !== `account:${order.recipientId}`);
    if (strangers.length > 0) breaches.push(`${order.id}: credited to ${strangers[0]?.account}`);
  }
  return {
    truth: 'each order brings the gems of its kept money less what went back, to the gem',
    counted: orders.filter(({ acceptedPayment }) => acceptedPayment !== null).length,
    breaches,
  };
}

function balancesAreTheEntries(evidence: Evidence): Check {
  const inLedger = groupBy(
    evidence.entries.filter(({ account, unit }) => unit === 'gem' && account.startsWith('account:')),
    ({ account }) => account,
  );
  const balances = new Map(evidence.balances.map(({ accountId, gems }) => [`account:${accountId}`, gems]));
  const accounts = new Set([...inLedger.keys(), ...balances.keys()]);
  const breaches: string[] = [];
  for (const account of accounts) {
    const credited = sum((inLedger.get(account) ?? []).map(({ amount }) => amount));
    const balance = balances.get(account) ?? 0;
    if (credited !== balance) breaches.push(`${account}: ${credited} gems in the ledger, balance ${balance}`);
  }
  return { truth: 'the balance of each account is the sum of its entries', counted: accounts.size, breaches };
}

/**
 * A payer is restricted while a dispute has the money, unless the whole payment was refunded too: then the bank took our own
 * money.
 */
function isRestricting({ booked: { captured, refunded, disputes } }: ReckonedPayment): boolean {
  return refunded < captured && disputes.some(({ isGone }) => isGone);
}

function payersAreJudged(evidence: Evidence): Check {
  const restricted = new Set(evidence.restrictedBecause);
  const disputed = reckonOrders(evidence).filter(
    ({ acceptedPayment }) => (acceptedPayment?.booked.disputes.length ?? 0) > 0,
  );
  const standing = new Set(
    disputed
      .filter(({ acceptedPayment }) => acceptedPayment !== null && isRestricting(acceptedPayment))
      .map(({ order }) => order.id),
  );
  const breaches = [
    ...[...standing]
      .filter((id) => !restricted.has(id))
      .map((id) => `${id}: charged back, and its payer goes on paying`),
    ...[...restricted]
      .filter((id) => !standing.has(id))
      .map((id) => `${id}: its payer is restricted, and no dispute stands`),
    ...evidence.turnedDown
      .filter((id) => !disputed.some(({ order }) => order.id === id))
      .map((id) => `${id}: its payer was sent away, and nothing was ever disputed`),
  ];
  return {
    truth: 'a payer is restricted exactly while a dispute of theirs stands',
    counted: disputed.length,
    breaches,
  };
}
