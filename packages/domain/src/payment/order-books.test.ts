import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import {
  booksOf,
  booksStillToWrite,
  gemsByRight,
  gemsHeld,
  findAcceptedPayment,
  returnsOf,
  summed,
  type BookEntry,
  type OrderFacts,
  type PaymentFact,
  type ReturnFact,
} from './order-books.ts';
import { newReturn, RETURN_STAGE_NAMES, type ReturnUpdate } from './payment-return.ts';

const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });
const ACCEPTED_PAYMENT: PaymentFact = {
  provider: 13,
  providerPaymentId: 'pay_1',
  money: usd(999),
  standing: 'kept',
};

function facts(more: Partial<OrderFacts> = {}): OrderFacts {
  return {
    purpose: 'gems',
    recipientId: accountId(1001),
    gems: 1_060,
    gemsForgiven: 0,
    gemsMoved: null,
    isHonoured: true,
    payments: [ACCEPTED_PAYMENT],
    returns: [],
    ...more,
  };
}

function back(word: Partial<ReturnUpdate & { provider: 6 | 13 | 17 }> = {}): ReturnFact {
  const { provider = 13, ...rest } = word;
  const whole = { returnId: 'act_1', how: 'refund', stage: 'taken', providerPaymentId: 'pay_1' } as const;
  return { provider, ...newReturn({ ...whole, money: null, fee: null, ...rest }) };
}

function sheet(entries: readonly BookEntry[]): Record<string, number> {
  return Object.fromEntries(entries.map(({ account, unit, amount }) => [`${account} ${unit}`, amount]));
}

describe('the books of an order', () => {
  it('[ORD-17] a payment is booked as the payer’s money until the order is delivered, then as a gem sale', () => {
    expect(sheet(booksOf(facts({ isHonoured: false })))).toEqual({
      'provider:13 USD': 999,
      'payers-money USD': -999,
    });
    expect(sheet(booksOf(facts()))).toEqual({
      'provider:13 USD': 999,
      'gem-sales USD': -999,
      'account:1001 gem': 1_060,
      'gems-issued gem': -1_060,
    });
  });

  it('[ORD-17] a paid fine is booked as fine income and issues no gems', () => {
    expect(sheet(booksOf(facts({ purpose: 'fine', gems: 0 })))).toEqual({
      'provider:13 USD': 999,
      'fines-paid USD': -999,
    });
  });

  it('[ORD-17] a second payment and a wrong amount are booked as the payer’s money, not as income', () => {
    const second: PaymentFact = {
      ...ACCEPTED_PAYMENT,
      provider: 17,
      providerPaymentId: 'psp_1',
      standing: 'second',
    };
    const wrong: PaymentFact = {
      provider: 6,
      providerPaymentId: 't_1',
      money: { currency: 'SAR', minorUnits: 3_700 },
      standing: 'wrong-amount',
    };
    expect(sheet(booksOf(facts({ payments: [ACCEPTED_PAYMENT, second, wrong] })))).toEqual({
      'provider:13 USD': 999,
      'gem-sales USD': -999,
      'account:1001 gem': 1_060,
      'gems-issued gem': -1_060,
      'provider:17 USD': 999,
      'payers-money USD': -999,
      'provider:6 SAR': 3_700,
      'payers-money SAR': -3_700,
    });
    const refund = back({ provider: 17, providerPaymentId: 'psp_1' });
    expect(sheet(booksOf(facts({ payments: [ACCEPTED_PAYMENT, second], returns: [refund] })))).toEqual(
      sheet(booksOf(facts())),
    );
  });

  it('[ORD-14] a partial refund takes back the same share of the gems, a full refund all of them', () => {
    expect(sheet(booksOf(facts({ returns: [back({ money: usd(500) })] })))).toEqual({
      'provider:13 USD': 499,
      'gem-sales USD': -499,
      'account:1001 gem': 530,
      'gems-issued gem': -530,
    });
    expect(booksOf(facts({ returns: [back()] }))).toEqual([]);
  });

  it('[ORD-16] a won dispute leaves the books as before, except for the dispute fee', () => {
    const won = back({ how: 'dispute', stage: 'given-back', fee: usd(1_500) });
    expect(sheet(booksOf(facts({ returns: [won] })))).toEqual({
      ...sheet(booksOf(facts())),
      'provider:13 USD': 999 - 1_500,
      'provider-fees USD': 1_500,
    });
  });

  it('money that goes back beyond the payment or in another currency is booked on the account of payers’ money', () => {
    const tooMuch = facts({ returns: [back(), back({ returnId: 'dsp', how: 'dispute', money: usd(999) })] });
    expect(sheet(booksOf(tooMuch))).toEqual({ 'provider:13 USD': -999, 'payers-money USD': 999 });
    const riyals = facts({
      returns: [back({ how: 'dispute', money: { currency: 'SAR', minorUnits: 3_746 } })],
    });
    expect(sheet(booksOf(riyals))).toEqual({
      'provider:13 USD': 999,
      'payers-money USD': -999,
      'provider:13 SAR': -3_746,
      'payers-money SAR': 3_746,
    });
  });

  it('gems that an operator forgave stay with the account, but never more gems than the order has', () => {
    expect(gemsByRight(facts({ gemsForgiven: 60, returns: [back()] }))).toBe(60);
    expect(gemsByRight(facts({ gemsForgiven: 5_000, returns: [back()] }))).toBe(1_060);
    expect(gemsByRight(facts({ gemsForgiven: 60, payments: [] }))).toBe(0);
    expect(gemsByRight(facts({ gemsForgiven: 60, gems: 0 }))).toBe(0);
    expect(findAcceptedPayment(facts({ payments: [] }))).toBeNull();
  });

  it('[ORD-17] an order counts as paid only by its accepted payment, wherever it is listed', () => {
    const second: PaymentFact = { ...ACCEPTED_PAYMENT, providerPaymentId: 'pay_0', standing: 'second' };
    expect(findAcceptedPayment(facts({ payments: [second, ACCEPTED_PAYMENT] }))).toBe(ACCEPTED_PAYMENT);
    expect(findAcceptedPayment(facts({ payments: [second] }))).toBeNull();
    expect(gemsByRight(facts({ payments: [second] }))).toBe(0);
  });

  it('a refund is booked to the payment it names; if it names none, to the accepted payment, else to the first', () => {
    const second: PaymentFact = { ...ACCEPTED_PAYMENT, providerPaymentId: 'pay_0', standing: 'second' };
    const third: PaymentFact = { ...ACCEPTED_PAYMENT, providerPaymentId: 'pay_2', standing: 'wrong-amount' };
    const nameless = back({ providerPaymentId: null });
    const named = back({ providerPaymentId: 'pay_2', returnId: 'b' });
    const all = facts({ payments: [second, ACCEPTED_PAYMENT, third], returns: [nameless, named] });
    expect(all.payments.map((one) => returnsOf(one, all).map(({ returnId }) => returnId))).toEqual([
      [],
      ['act_1'],
      ['b'],
    ]);
    const none = facts({ payments: [third, second], returns: [nameless] });
    expect(none.payments.map((one) => returnsOf(one, none).length)).toEqual([0, 1]);
    expect(returnsOf(ACCEPTED_PAYMENT, facts({ returns: [nameless] }))).toHaveLength(1);
    expect(returnsOf(ACCEPTED_PAYMENT, facts({ returns: [back({ provider: 17 })] }))).toHaveLength(0);
    expect(
      returnsOf(ACCEPTED_PAYMENT, facts({ returns: [back({ provider: 17, providerPaymentId: null })] })),
    ).toHaveLength(0);
    const elsewhere: PaymentFact = {
      ...ACCEPTED_PAYMENT,
      provider: 17,
      providerPaymentId: 'a',
      standing: 'second',
    };
    expect(returnsOf(third, facts({ payments: [elsewhere, third], returns: [nameless] }))).toHaveLength(1);
  });

  it('a refund is not booked before its payment is recorded', () => {
    expect(booksOf(facts({ payments: [], returns: [back()], isHonoured: false }))).toEqual([]);
  });

  it('[ORD-17] the book entries of an order sum to zero in every currency and in gems', () => {
    const stage = fc.constantFrom(...RETURN_STAGE_NAMES);
    const amount = fc.integer({ min: 1, max: 2_000 });
    const currency = fc.constantFrom('USD', 'SAR');
    const money = fc.record({ currency, minorUnits: amount });
    const someReturn = fc
      .record({
        stage,
        money: fc.option(money),
        fee: fc.option(money),
        providerPaymentId: fc.constantFrom('pay_1', 'pay_2', null),
      })
      .map((word) => back(word));
    fc.assert(
      fc.property(fc.array(someReturn), fc.boolean(), fc.boolean(), (returns, isHonoured, isTwo) => {
        const payments = isTwo
          ? [
              ACCEPTED_PAYMENT,
              { ...ACCEPTED_PAYMENT, providerPaymentId: 'pay_2', standing: 'second' as const },
            ]
          : [ACCEPTED_PAYMENT];
        const sums = new Map<string, number>();
        for (const entry of booksOf(facts({ returns, isHonoured, payments })))
          sums.set(entry.unit, (sums.get(entry.unit) ?? 0) + entry.amount);
        for (const sum of sums.values()) expect(sum).toBe(0);
      }),
    );
  });
});

describe('the book entries still to be written', () => {
  it('only the entries that the books still lack are written, and none when the books are complete', () => {
    const before = booksOf(facts());
    const after = booksOf(facts({ returns: [back({ money: usd(500) })] }));
    const missing = booksStillToWrite(after, before);
    expect(sheet(missing)).toEqual({
      'provider:13 USD': -500,
      'gem-sales USD': 500,
      'account:1001 gem': -530,
      'gems-issued gem': 530,
    });
    expect(booksStillToWrite(after, [...before, ...missing])).toEqual([]);
    expect(summed([])).toEqual([]);
  });
});

describe('gems moved to another account', () => {
  const moved = { to: accountId(1002), gems: 1_000 };

  it('[ORD-17] gems moved to another account are booked at the account that has them', () => {
    expect(sheet(booksOf(facts({ gemsMoved: moved })))).toEqual({
      'provider:13 USD': 999,
      'gem-sales USD': -999,
      'account:1001 gem': 60,
      'account:1002 gem': 1_000,
      'gems-issued gem': -1_060,
    });
    expect(sheet(booksOf(facts({ gemsMoved: { ...moved, gems: 1_060 } })))).not.toHaveProperty(
      'account:1001 gem',
    );
  });

  it('[ORD-14] a refund takes back first the gems that the recipient still has, then those moved to another account', () => {
    const part = back({ money: usd(500) });
    const returnedGems = Math.floor((1_060 * 500) / 999);
    expect(gemsHeld(facts({ gemsMoved: moved, returns: [part] }))).toEqual([
      { account: 1001, gems: 0 },
      { account: 1002, gems: 1_060 - returnedGems },
    ]);
    expect(gemsHeld(facts({ gemsMoved: { ...moved, gems: 100 }, returns: [part] }))).toEqual([
      { account: 1001, gems: 960 - returnedGems },
      { account: 1002, gems: 100 },
    ]);
    expect(gemsHeld(facts({ gemsMoved: moved, returns: [back()] })).map(({ gems }) => gems)).toEqual([0, 0]);
  });

  it('gems of an undelivered order belong to no account', () => {
    expect(gemsHeld(facts({ gemsMoved: moved, isHonoured: false })).map(({ gems }) => gems)).toEqual([0, 0]);
    expect(gemsHeld(facts())).toEqual([{ account: 1001, gems: 1_060 }]);
  });

  it('[ORD-17] the gems of both accounts together never exceed what the order may have', () => {
    fc.assert(
      fc.property(fc.nat(1_060), fc.nat(1_200), fc.nat(1_060), (gems, gone, gemsForgiven) => {
        const known = facts({
          gemsForgiven,
          gemsMoved: gems === 0 ? null : { to: accountId(1002), gems },
          returns: gone === 0 ? [] : [back({ money: usd(gone) })],
        });
        const held = gemsHeld(known);
        expect(held.every((one) => one.gems >= 0)).toBe(true);
        expect(held.reduce((sum, one) => sum + one.gems, 0)).toBe(gemsByRight(known));
      }),
    );
  });
});
