import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { ORDER_MOVES, type OrderState } from '../order/order-state.ts';
import { isMoneyOpen, knownMoney, type MoneyFacts } from './known-money.ts';
import type { PaymentFact, ReturnFact } from './order-books.ts';
import { newReturn, type ReturnUpdate } from './payment-return.ts';

const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });
const ACCEPTED_PAYMENT: PaymentFact = {
  provider: 13,
  providerPaymentId: 'pay_1',
  money: usd(999),
  standing: 'kept',
};
const SECOND: PaymentFact = { ...ACCEPTED_PAYMENT, providerPaymentId: 'pay_2', standing: 'second' };
const REFUSED = { state: 'refused' } as const;
const PAID = { state: 'paid' } as const;

function facts(state: OrderState, more: Partial<MoneyFacts> = {}): MoneyFacts {
  return {
    purpose: 'gems',
    recipientId: accountId(1001),
    gems: 1_060,
    gemsForgiven: 0,
    gemsMoved: null,
    isHonoured: false,
    payments: [],
    returns: [],
    order: { state, provider: 13, reasonCode: '20051' },
    attempts: [REFUSED],
    ...more,
  };
}

function back(word: Partial<ReturnUpdate> = {}): ReturnFact {
  const whole = { returnId: 'act_1', how: 'refund', stage: 'taken', providerPaymentId: 'pay_1' } as const;
  return { provider: 13, ...newReturn({ ...whole, money: null, fee: null, ...word }) };
}

describe('what may be told about the money of an order', () => {
  it.each(['refused', 'cancelled', 'expired'] as const)(
    'nothing was taken: %s, and everybody said no',
    (state) => {
      expect(knownMoney(facts(state))).toBe('none');
      expect(knownMoney(facts(state, { attempts: [] }))).toBe('none');
    },
  );

  it.each(['sent', 'open', 'gone'] as const)(
    'nobody knows while an attempt is %s, whatever the order is called',
    (state) => {
      const attempts = [REFUSED, { state }];
      expect(knownMoney(facts('refused', { attempts }))).toBe('unknown');
      expect(knownMoney(facts('cancelled', { attempts }))).toBe('none-yet');
      expect(knownMoney(facts('expired', { attempts }))).toBe('unknown');
      const payments = [ACCEPTED_PAYMENT];
      expect(knownMoney(facts('refunded', { attempts, payments, returns: [back()] }))).toBe('unknown');
    },
  );

  it('cancelled, with a hold that came and went, is no order without a charge', () => {
    const returns = [back({ how: 'reversal' })];
    expect(knownMoney(facts('cancelled', { attempts: [{ state: 'open' }], returns }))).toBe('unknown');
  });

  it.each(['created', 'awaiting-payer', 'pending'] as const)(
    'nobody knows of an order that is %s',
    (state) => {
      expect(knownMoney(facts(state, { attempts: [] }))).toBe('unknown');
      expect(knownMoney(facts(state, { attempts: [REFUSED] }))).toBe('unknown');
    },
  );

  it.each(['20059', 'Canceled', 'Expired'])(
    'the bank may hold it when the no, %s, can follow an approval',
    (reasonCode) => {
      expect(knownMoney(facts('refused', { order: { state: 'refused', provider: 13, reasonCode } }))).toBe(
        'held',
      );
    },
  );

  it('the bank held it when all that ever went back was a hold', () => {
    const returns = [back({ how: 'reversal' })];
    expect(knownMoney(facts('refused', { returns }))).toBe('held');
    expect(knownMoney(facts('refunded', { payments: [ACCEPTED_PAYMENT], attempts: [PAID], returns }))).toBe(
      'held',
    );
  });

  it('it went back, by a refund or a dispute, all of it', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT], attempts: [PAID] };
    expect(knownMoney(facts('refunded', { ...paidFacts, returns: [back()] }))).toBe('returned');
    expect(
      knownMoney(facts('charged-back', { ...paidFacts, returns: [back({ how: 'dispute', stage: 'lost' })] })),
    ).toBe('returned');
  });

  it('it went back when any of it had been more than a hold', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT, SECOND], attempts: [PAID, PAID] };
    const returns = [back({ how: 'reversal' }), back({ returnId: 'act_2', providerPaymentId: 'pay_2' })];
    expect(knownMoney(facts('refunded', { ...paidFacts, returns }))).toBe('returned');
  });

  it('nothing is claimed while one of two payments is with us', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT, SECOND], attempts: [PAID, PAID] };
    expect(knownMoney(facts('refunded', { ...paidFacts, returns: [back()] }))).toBeNull();
  });

  it('nothing is claimed of a refund or a dispute whose payment is not in the books', () => {
    for (const how of ['refund', 'dispute'] as const) {
      expect(knownMoney(facts('refused', { returns: [back({ how })] }))).toBeNull();
      const returns = [back({ how: 'reversal' }), back({ how, returnId: 'act_2' })];
      expect(knownMoney(facts('refused', { returns }))).toBeNull();
    }
  });

  it('nothing is claimed while any of it is with us', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT], attempts: [PAID] };
    for (const state of Object.keys(ORDER_MOVES) as OrderState[]) {
      expect(knownMoney(facts(state, paidFacts))).toBeNull();
      expect(knownMoney(facts(state, { ...paidFacts, returns: [back({ stage: 'announced' })] }))).toBeNull();
      expect(knownMoney(facts(state, { ...paidFacts, returns: [back({ money: usd(500) })] }))).toBeNull();
    }
  });

  it('nothing is claimed of an order called paid whose payment is not in the books', () => {
    expect(knownMoney(facts('paid'))).toBeNull();
    expect(knownMoney(facts('delivered', { attempts: [] }))).toBeNull();
  });
});

describe('may paying again be the first thing offered', () => {
  it('not while somebody still owes a word on the money, whoever said no before', () => {
    expect(isMoneyOpen('unknown', 'bank')).toBe(true);
    expect(isMoneyOpen('unknown', 'nobody')).toBe(true);
  });

  it.each(['none', 'none-yet', 'held', 'returned'] as const)('yes once it is known to be %s', (money) => {
    expect(isMoneyOpen(money, 'nobody')).toBe(false);
    expect(isMoneyOpen(money, 'bank')).toBe(false);
  });

  it('without a word a bank’s no is enough, and an order that was only given up is not', () => {
    expect(isMoneyOpen(null, 'bank')).toBe(false);
    expect(isMoneyOpen(null, 'nobody')).toBe(true);
  });
});
