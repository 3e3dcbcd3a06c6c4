import { describe, expect, it } from 'vitest';
import { hasFailed } from './check.ts';
import { countTheMoney } from './count-the-money.ts';
import type { Evidence } from './evidence.ts';
import { booked, GOOD, paid, PRICE, unearned } from './test/good-run.ts';
import { PLANTED } from './test/planted-faults.ts';

const failedTruths = (evidence: Evidence): string[] =>
  countTheMoney(evidence)
    .filter(hasFailed)
    .map(({ truth }) => truth);

describe('the count of the money', () => {
  it('the check of the money after a chaos run finds no breach in a run without faults', () => {
    expect(failedTruths(GOOD)).toEqual([]);
  });

  it('the check of the money accepts a wrong amount that an open alert reports', () => {
    const wrongBesides = booked(17, 'psp_3', 'paid', { captured: PRICE - 1 });
    const openAlert = { orderId: 'paid', kind: 'amount-mismatch', providerPaymentId: 'psp_3', isOpen: true };
    expect(
      failedTruths({
        ...GOOD,
        books: [...GOOD.books, wrongBesides],
        payments: [...GOOD.payments, paid('paid', 17, 'psp_3', 'wrong-amount')],
        entries: [...GOOD.entries, ...unearned('paid', 2, 17, PRICE - 1)],
        alerts: [...GOOD.alerts, openAlert],
      }),
    ).toEqual([]);
  });

  it('the check of the money expects no restriction for a dispute of a payment that was also refunded in full', () => {
    const truth = 'a payer is restricted exactly while a dispute of theirs stands';
    const books = GOOD.books.map((one) =>
      one.reference === 'disputed' ? { ...one, refunded: one.captured } : one,
    );
    expect(failedTruths({ ...GOOD, books, restrictedBecause: [] })).not.toContain(truth);
    expect(failedTruths({ ...GOOD, books, restrictedBecause: ['disputed'] })).toContain(truth);
  });

  it.each(Object.entries(PLANTED))(
    'the check of the money after a chaos run finds the planted fault: %s',
    (_name, { evidence, breaks }) => {
      expect(failedTruths(evidence)).toEqual(breaks);
    },
  );

  it('every statement that the check of the money makes has a planted fault that breaks it', () => {
    const planted = new Set(
      Object.entries(PLANTED).flatMap(([name, { breaks }]) =>
        name.includes('nothing happened') ? [] : breaks,
      ),
    );
    expect(countTheMoney(GOOD).map(({ truth }) => truth)).toEqual([...planted].toSorted(inOrder(GOOD)));
  });
});

function inOrder(evidence: Evidence): (one: string, other: string) => number {
  const truths = countTheMoney(evidence).map(({ truth }) => truth);
  return (one, other) => truths.indexOf(one) - truths.indexOf(other);
}
