import { describe, expect, it } from 'vitest';
import type { ReturnFact } from '../payment/order-books.ts';
import { compareOrder } from './compare-order.ts';
import type { AttemptOnBooks } from './compare-payment.ts';
import { back, line, order, PAID, UNPAID, usd } from './test/order-on-books.ts';

const refused: AttemptOnBooks = { ...UNPAID, providerPaymentId: 'pay_0', state: 'refused' };
const second: AttemptOnBooks = { ...PAID, providerPaymentId: 'pay_2', standing: 'second' };
const wrong: AttemptOnBooks = { ...PAID, providerPaymentId: 'pay_3', standing: 'wrong-amount' };

describe('[ORD-17] a report line that names only our order', () => {
  it.each<[string, AttemptOnBooks[], string | null]>([
    ['it belongs to the only attempt, even a refused one', [refused], 'pay_0'],
    ['it belongs to the attempt that paid', [refused, wrong], 'pay_3'],
    ['it belongs to the accepted one of several payments', [second, PAID, wrong], 'pay_1'],
    ['it is an orphan if several attempts paid and none was accepted', [second, wrong], null],
  ])('a report line that names only our order is assigned to a payment: %s', (_, attempts, id) => {
    const nameless = line('refunded', usd(1), { providerPaymentId: null });
    const found = compareOrder(order({ attempts }), 13, [nameless]);
    expect(found).toMatchObject([
      { kind: id === null ? 'orphan payment' : 'refund not taken back', providerPaymentId: id },
    ]);
  });
});

describe('[ORD-17] a refund in the settlement report', () => {
  const namesake: AttemptOnBooks = { ...PAID, provider: 17, standing: 'second' };
  const open: AttemptOnBooks = { ...UNPAID, state: 'open' };
  const refund = back('refund', 'taken');
  const nameless = { ...refund, providerPaymentId: null };
  const ofAnother = { ...refund, providerPaymentId: 'pay_2' };
  const elsewhere: ReturnFact = { ...refund, provider: 17 };

  it.each<[string, AttemptOnBooks[], ReturnFact, boolean]>([
    [
      'a recorded refund without a payment id matches, beside another provider’s payment with the same id',
      [namesake, PAID],
      nameless,
      true,
    ],
    ['a recorded refund of this payment matches, beside another payment', [second, PAID], refund, true],
    ['a recorded refund of an attempt that never paid matches', [open], refund, true],
    ['a recorded refund of another payment does not match', [open], ofAnother, false],
    ['a recorded refund of another provider does not match', [open], elsewhere, false],
  ])(
    'a refund in the settlement report is matched with our records: %s',
    (_, attempts, returnFact, isKnown) => {
      const found = compareOrder(order({ attempts, returns: [returnFact] }), 13, [line('refunded')]);
      expect(found.map(({ kind }) => kind)).toEqual(isKnown ? [] : ['refund not taken back']);
    },
  );
});
