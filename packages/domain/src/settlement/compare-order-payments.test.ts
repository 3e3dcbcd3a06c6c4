import { describe, expect, it } from 'vitest';
import type { ReturnFact } from '../payment/order-books.ts';
import { compareOrder } from './compare-order.ts';
import type { AttemptOnBooks } from './compare-payment.ts';
import { back, line, order, PAID, UNPAID, usd } from './test/order-on-books.ts';

const refused: AttemptOnBooks = { ...UNPAID, providerPaymentId: 'pay_0', state: 'refused' };
const second: AttemptOnBooks = { ...PAID, providerPaymentId: 'pay_2', standing: 'second' };
const wrong: AttemptOnBooks = { ...PAID, providerPaymentId: 'pay_3', standing: 'wrong-amount' };

describe('[ORD-17] a line that names our order alone', () => {
  it.each<[string, AttemptOnBooks[], string | null]>([
    ['is of its only attempt, even one that was refused', [refused], 'pay_0'],
    ['is of the attempt that paid', [refused, wrong], 'pay_3'],
    ['is of the payment that was kept, of several', [second, PAID, wrong], 'pay_1'],
    ['is nobody’s, where several paid and none was kept', [second, wrong], null],
  ])('%s', (_, attempts, id) => {
    const nameless = line('refunded', usd(1), { providerPaymentId: null });
    const found = compareOrder(order({ attempts }), 13, [nameless]);
    expect(found).toMatchObject([
      { kind: id === null ? 'orphan payment' : 'refund not taken back', providerPaymentId: id },
    ]);
  });
});

describe('[ORD-17] a refund in the report is held against', () => {
  const namesake: AttemptOnBooks = { ...PAID, provider: 17, standing: 'second' };
  const open: AttemptOnBooks = { ...UNPAID, state: 'open' };
  const refund = back('refund', 'taken');
  const nameless = { ...refund, providerPaymentId: null };
  const ofAnother = { ...refund, providerPaymentId: 'pay_2' };
  const elsewhere: ReturnFact = { ...refund, provider: 17 };

  it.each<[string, AttemptOnBooks[], ReturnFact, boolean]>([
    ['one that names no payment, where another provider’s has the same id', [namesake, PAID], nameless, true],
    ['one that names this payment, beside another', [second, PAID], refund, true],
    ['one told of an attempt that never paid', [open], refund, true],
    ['none of another payment', [open], ofAnother, false],
    ['none of another provider', [open], elsewhere, false],
  ])('%s', (_, attempts, returnFact, isKnown) => {
    const found = compareOrder(order({ attempts, returns: [returnFact] }), 13, [line('refunded')]);
    expect(found.map(({ kind }) => kind)).toEqual(isKnown ? [] : ['refund not taken back']);
  });
});
