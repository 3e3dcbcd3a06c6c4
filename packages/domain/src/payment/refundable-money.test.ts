import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goneBack, newReturn, RETURN_STAGE_NAMES, type ReturnUpdate } from './payment-return.ts';
import { returnsOf, type PaymentFact, type ReturnFact } from './order-books.ts';
import { isAllDueBack, refundableMoney, type UnansweredRefund } from './refundable-money.ts';

const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });
const PAID: PaymentFact = { provider: 13, providerPaymentId: 'pay_1', money: usd(999), standing: 'kept' };

function back(word: Partial<ReturnUpdate>): ReturnFact {
  const whole = { returnId: 'act_1', how: 'refund', stage: 'taken', providerPaymentId: 'pay_1' } as const;
  return { provider: 13, ...newReturn({ ...whole, money: null, fee: null, ...word }) };
}

function ours(more: Partial<UnansweredRefund> = {}): UnansweredRefund {
  return { id: 'refund-1', provider: 13, providerPaymentId: 'pay_1', money: usd(300), ...more };
}

function left(returns: readonly ReturnFact[], refunds: readonly UnansweredRefund[] = [], except?: string) {
  const { money, reserved } = refundableMoney(PAID, { payments: [PAID], returns }, refunds, except);
  expect([money.currency, reserved.currency]).toEqual(['USD', 'USD']);
  return [money.minorUnits, reserved.minorUnits];
}

describe('the refundable part of a payment', () => {
  it('[ORD-16] a payment of which nothing went back can be refunded in full', () => {
    expect(left([])).toEqual([999, 0]);
  });

  it('[ORD-16] refunds, reversals and disputes reduce what can still be refunded, unless their money came back to us', () => {
    for (const how of ['refund', 'reversal', 'dispute'] as const) {
      expect(left([back({ how, money: usd(400) })])).toEqual([599, 0]);
      expect(left([back({ how })])).toEqual([0, 0]);
      expect(left([back({ how, stage: 'given-back', money: usd(400) })])).toEqual([999, 0]);
    }
    expect(left([back({ how: 'dispute', stage: 'lost', money: usd(400) })])).toEqual([599, 0]);
  });

  it('[ORD-16] the amount of an announced refund or dispute is reserved and cannot be refunded', () => {
    expect(left([back({ how: 'dispute', stage: 'announced', money: usd(400) })])).toEqual([599, 400]);
    expect(left([back({ stage: 'announced' })])).toEqual([0, 999]);
  });

  it('[ORD-16] unanswered refunds reserve their amount, except the refund that is just being submitted', () => {
    expect(left([], [ours(), ours({ id: 'refund-2', money: usd(200) })])).toEqual([499, 500]);
    expect(left([], [ours(), ours({ id: 'refund-2', money: usd(200) })], 'refund-1')).toEqual([799, 200]);
    expect(left([], [ours({ providerPaymentId: 'pay_2' }), ours({ provider: 17 })])).toEqual([999, 0]);
  });

  it('[ORD-16] nothing can be refunded after a refund or dispute in another currency than the payment', () => {
    const riyals = { currency: 'SAR', minorUnits: 1 };
    expect(left([back({ money: riyals })])).toEqual([0, 0]);
    expect(left([back({ stage: 'announced', money: riyals })])).toEqual([0, 999]);
    expect(left([], [ours({ money: riyals })])).toEqual([0, 999]);
  });

  it('[ORD-16] refunds of another payment do not reduce what can be refunded of this one', () => {
    const second: PaymentFact = { ...PAID, providerPaymentId: 'pay_2', standing: 'second' };
    const facts = { payments: [PAID, second], returns: [back({ providerPaymentId: 'pay_2' }), back({})] };
    expect(refundableMoney(second, facts, []).money).toEqual(usd(0));
    const unnamed = { ...facts, returns: [back({ providerPaymentId: null, money: usd(100) })] };
    expect(refundableMoney(PAID, unnamed, []).money).toEqual(usd(899));
    expect(refundableMoney(second, unnamed, []).money).toEqual(usd(999));
  });
});

it('[ORD-16] a payment is due back in full exactly when our unanswered refunds cover all that is left of it', () => {
  const isDueBack = (returns: readonly ReturnFact[], refunds: readonly UnansweredRefund[]) =>
    isAllDueBack(PAID, { payments: [PAID], returns }, refunds);
  expect(isDueBack([], [ours({ money: usd(999) })])).toBe(true);
  expect(isDueBack([back({ money: usd(400) })], [ours({ money: usd(599) })])).toBe(true);
  expect(isDueBack([], [ours({ money: usd(998) })])).toBe(false);
  expect(isDueBack([], [])).toBe(false);
  expect(isDueBack([back({ stage: 'announced' })], [])).toBe(false);
  expect(isDueBack([back({})], [])).toBe(false);
});

const someMoney = fc.record({
  currency: fc.constantFrom('USD', 'USD', 'USD', 'SAR'),
  minorUnits: fc.nat({ max: 1_500 }),
});
const someReturn = fc
  .record({
    returnId: fc.uuid(),
    how: fc.constantFrom('refund' as const, 'dispute' as const, 'reversal' as const),
    stage: fc.constantFrom(...RETURN_STAGE_NAMES),
    providerPaymentId: fc.constantFrom('pay_1', 'pay_2', null),
    money: fc.option(someMoney),
  })
  .map(back);
const someRefund = fc
  .record({ id: fc.uuid(), providerPaymentId: fc.constantFrom('pay_1', 'pay_2'), money: someMoney })
  .map(ours);
const someFacts = fc.record({
  returns: fc.array(someReturn, { maxLength: 5 }),
  refunds: fc.array(someRefund, { maxLength: 4 }),
});

describe('any refunds and disputes', () => {
  it('[ORD-16] the refundable, reserved and returned amounts together are the captured amount', () => {
    fc.assert(
      fc.property(someFacts, ({ returns, refunds }) => {
        const facts = { payments: [PAID], returns };
        const { money, reserved } = refundableMoney(PAID, facts, refunds);
        expect(money.minorUnits).toBeGreaterThanOrEqual(0);
        expect(reserved.minorUnits).toBeGreaterThanOrEqual(0);
        const gone = goneBack(PAID.money, returnsOf(PAID, facts)).minorUnits;
        expect(money.minorUnits + reserved.minorUnits + gone).toBe(PAID.money.minorUnits);
      }),
    );
  });

  it('[ORD-16] a further refund or dispute never increases what can be refunded', () => {
    fc.assert(
      fc.property(someFacts, someReturn, someRefund, ({ returns, refunds }, oneReturn, oneRefund) => {
        const before = refundableMoney(PAID, { payments: [PAID], returns }, refunds).money.minorUnits;
        const facts = { payments: [PAID], returns: [...returns, oneReturn] };
        expect(refundableMoney(PAID, facts, refunds).money.minorUnits).toBeLessThanOrEqual(before);
        const more = [...refunds, oneRefund];
        const after = refundableMoney(PAID, { payments: [PAID], returns }, more).money.minorUnits;
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });

  it('[ORD-16] after a refund of all that is left nothing more can be refunded, whether the refund is answered or not', () => {
    fc.assert(
      fc.property(someFacts, ({ returns, refunds }) => {
        const { money } = refundableMoney(PAID, { payments: [PAID], returns }, refunds);
        const recorded = [...refunds, ours({ id: 'all', money })];
        const facts = { payments: [PAID], returns };
        expect(refundableMoney(PAID, facts, recorded).money.minorUnits).toBe(0);
        expect(refundableMoney(PAID, facts, recorded, 'all').money).toEqual(money);
        const gone = { payments: [PAID], returns: [...returns, back({ returnId: 'all', money })] };
        expect(refundableMoney(PAID, gone, refunds).money.minorUnits).toBe(0);
      }),
    );
  });
});
