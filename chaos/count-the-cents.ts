import { booksStillToWrite, isGone, UNEARNED } from '@jawhara/domain';
import { PROVIDER_FACTS } from './every-provider.ts';
import type { Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import { groupBy } from './group-by.ts';
import { booksFromOutside, reckonOrders, type ReckonedPayment } from './reckon-orders.ts';
import { sum } from './sum.ts';

/**
 * Compares the providers' books of each order with our ledger. The money side comes from the providers alone: our own tables
 * are not used to find out what a provider captured or returned.
 */
export function countTheCents(evidence: Evidence): Check[] {
  return [
    providersHoldWhatTheLedgerSays(evidence),
    ledgerFollowsFromTheBooks(evidence),
    chargedIsOwned(evidence),
    unearnedIsWhatWaits(evidence),
    returnsAreKnown(evidence),
  ];
}

/** Sums by account and currency; a missing sum counts as zero. */
class Sums {
  readonly #sums = new Map<string, number>();

  add(name: string, amount: number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + amount);
  }

  /** A line for each name whose sums differ. */
  against(other: Sums, say: (name: string, ours: number, theirs: number) => string): string[] {
    const names = new Set([...this.#sums.keys(), ...other.#sums.keys()]);
    return [...names].flatMap((name) => {
      const [one, two] = [this.#sums.get(name) ?? 0, other.#sums.get(name) ?? 0];
      return one === two ? [] : [say(name, one, two)];
    });
  }
}

function providersHoldWhatTheLedgerSays({ books, entries }: Evidence): Check {
  const theirs = new Sums();
  for (const { provider, currency, captured, refunded, disputes } of books) {
    theirs.add(`provider:${provider} ${currency}`, captured - refunded);
    for (const dispute of disputes) {
      const withdrawnCents = (dispute.isGone ? dispute.amount : 0) + PROVIDER_FACTS[provider].caseFeeCents;
      theirs.add(`provider:${provider} ${dispute.currency}`, -withdrawnCents);
    }
  }
  const ours = new Sums();
  for (const { account, unit, amount } of entries)
    if (account.startsWith('provider:')) ours.add(`${account} ${unit}`, amount);
  return {
    truth: 'each provider holds what our ledger says, by currency and to the cent',
    counted: books.filter(({ captured }) => captured > 0).length,
    breaches: theirs.against(ours, (name, held, booked) => `${name}: ${held} there, ${booked} in our ledger`),
  };
}

/**
 * Computes every order's ledger entries from the providers' books, by the rule that our ledger uses, and compares them with ours.
 */
function ledgerFollowsFromTheBooks(evidence: Evidence): Check {
  const written = groupBy(evidence.entries, ({ orderId }) => orderId);
  const orders = reckonOrders(evidence);
  const breaches = orders.flatMap((reckoned) => {
    const { id } = reckoned.order;
    const missing = booksStillToWrite(booksFromOutside(reckoned), written.get(id) ?? []);
    if (missing.length === 0) return [];
    return [
      `${id}: off by ${missing.map(({ account, unit, amount }) => `${account} ${amount} ${unit}`).join(', ')}`,
    ];
  });
  return {
    truth: 'the ledger of each order follows from the providers’ books',
    counted: orders.filter(({ payments }) => payments.length > 0).length,
    breaches,
  };
}

/** The open alerts by which a charge without a delivery is known to operators: a second payment, or one of a wrong amount. */
const ALERTS_BY_STANDING = {
  second: ['refund-refused', 'refund-failed', 'refund-unclear'],
  'wrong-amount': ['amount-mismatch'],
} as const satisfies Record<'second' | 'wrong-amount', readonly string[]>;
const TOO_MUCH = ['returned-more-than-paid'];

function chargedIsOwned(evidence: Evidence): Check {
  const alerts = new Set(
    evidence.alerts
      .filter(({ isOpen }) => isOpen)
      .map(({ orderId, kind, providerPaymentId }) => `${orderId} ${kind} ${providerPaymentId}`),
  );
  const due = new Set(
    evidence.refunds
      .filter(({ state }) => state === 'due')
      .map(({ orderId, providerPaymentId }) => `${orderId} ${providerPaymentId}`),
  );
  const credited = groupBy(
    evidence.entries.filter(({ account, unit }) => unit === 'gem' && account.startsWith('account:')),
    ({ orderId }) => orderId,
  );
  const hasGems = (id: string): boolean => sum((credited.get(id) ?? []).map(({ amount }) => amount)) > 0;
  const hasAlert = (id: string, { ours }: ReckonedPayment, kinds: readonly string[]): boolean =>
    kinds.some((kind) => alerts.has(`${id} ${kind} ${ours?.providerPaymentId}`));
  const isOwned = (id: string, payment: ReckonedPayment): boolean => {
    const { standing, leftCents, ours } = payment;
    if (leftCents < 0) return hasAlert(id, payment, TOO_MUCH);
    if (standing === 'kept') return hasGems(id);
    return due.has(`${id} ${ours?.providerPaymentId}`) || hasAlert(id, payment, ALERTS_BY_STANDING[standing]);
  };
  const charged = reckonOrders(evidence).flatMap(({ order: { id }, payments }) =>
    payments.filter(({ leftCents }) => leftCents !== 0).map((payment) => ({ id, payment })),
  );
  return {
    truth: 'nobody is charged without gems, an open alert or a refund under way',
    counted: charged.length,
    breaches: charged
      .filter(({ id, payment }) => !isOwned(id, payment))
      .map(
        ({ id, payment: { booked, standing, leftCents } }) =>
          `${id}: ${leftCents} cents of ${booked.id} (${standing}) are nobody’s`,
      ),
  };
}

/**
 * The ledger's account of unearned money equals the money for which nothing was delivered: wrong amounts, and second payments
 * that are not refunded, less what went back beyond a payment.
 */
function unearnedIsWhatWaits(evidence: Evidence): Check {
  const waits = new Sums();
  let counted = 0;
  for (const { payments } of reckonOrders(evidence)) {
    for (const { booked, standing, leftCents } of payments) {
      const unowned = standing === 'kept' ? Math.min(leftCents, 0) : leftCents;
      waits.add(booked.currency, -unowned);
      if (unowned !== 0) counted += 1;
    }
  }
  const unearned = new Sums();
  for (const { account, unit, amount } of evidence.entries)
    if (account === UNEARNED) unearned.add(unit, amount);
  return {
    truth: 'the ledger’s payers’ money is exactly what waits for a person',
    counted,
    breaches: waits.against(
      unearned,
      (unit, there, here) => `${unit}: ${there} waits, our ledger says ${here}`,
    ),
  };
}

/**
 * We have every dispute of the books, in its right stage. The books do not list refunds one by one: their sums are checked above.
 */
function returnsAreKnown({ books, returns }: Evidence): Check {
  const known = new Map(returns.map((one) => [`${one.provider} ${one.returnId}`, one]));
  const disputes = books.flatMap(({ provider, reference, disputes }) =>
    disputes.map((dispute) => ({ ...dispute, provider, reference })),
  );
  const breaches = disputes.flatMap(({ id, provider, reference, stage, isGone: isAway }) => {
    const ours = known.get(`${provider} ${id}`);
    if (!ours || ours.orderId !== reference) return [`${reference}: nobody knows of dispute ${id}`];
    return isGone(ours) === isAway ? [] : [`${reference}: dispute ${id} is ${stage}, we say ${ours.stage}`];
  });
  return { truth: 'every dispute is known, and where its money is', counted: disputes.length, breaches };
}
