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

describe('what is known about the money of an order', () => {
  it.each(['refused', 'cancelled', 'expired'] as const)(
    'an order that is %s and has only refused attempts, or none, has taken no money',
    (state) => {
      expect(knownMoney(facts(state))).toBe('none');
      expect(knownMoney(facts(state, { attempts: [] }))).toBe('none');
    },
  );

  it.each(['sent', 'open', 'gone'] as const)(
    'while an attempt is %s, the money of a refused or expired order is unknown and a cancelled order has taken none yet',
    (state) => {
      const attempts = [REFUSED, { state }];
      expect(knownMoney(facts('refused', { attempts }))).toBe('unknown');
      expect(knownMoney(facts('cancelled', { attempts }))).toBe('none-yet');
      expect(knownMoney(facts('expired', { attempts }))).toBe('unknown');
      const payments = [ACCEPTED_PAYMENT];
      expect(knownMoney(facts('refunded', { attempts, payments, returns: [back()] }))).toBe('unknown');
    },
  );

  it('a cancelled order with an open attempt and a released authorisation has the money state unknown', () => {
    const returns = [back({ how: 'reversal' })];
    expect(knownMoney(facts('cancelled', { attempts: [{ state: 'open' }], returns }))).toBe('unknown');
  });

  it.each(['created', 'awaiting-payer', 'pending'] as const)(
    'an order that is %s has the money state unknown',
    (state) => {
      expect(knownMoney(facts(state, { attempts: [] }))).toBe('unknown');
      expect(knownMoney(facts(state, { attempts: [REFUSED] }))).toBe('unknown');
    },
  );

  it.each(['20059', 'Canceled', 'Expired'])(
    'after the refusal %s, which can follow an approval, the money state is “held by the bank”',
    (reasonCode) => {
      expect(knownMoney(facts('refused', { order: { state: 'refused', provider: 13, reasonCode } }))).toBe(
        'held',
      );
    },
  );

  it('the money state is “held” if only authorisations were released and nothing was refunded or disputed', () => {
    const returns = [back({ how: 'reversal' })];
    expect(knownMoney(facts('refused', { returns }))).toBe('held');
    expect(knownMoney(facts('refunded', { payments: [ACCEPTED_PAYMENT], attempts: [PAID], returns }))).toBe(
      'held',
    );
  });

  it('the money state is “returned” if all of the money went back by refunds or disputes', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT], attempts: [PAID] };
    expect(knownMoney(facts('refunded', { ...paidFacts, returns: [back()] }))).toBe('returned');
    expect(
      knownMoney(facts('charged-back', { ...paidFacts, returns: [back({ how: 'dispute', stage: 'lost' })] })),
    ).toBe('returned');
  });

  it('the money state is “returned”, not “held”, if some of the money went back by a refund or a dispute', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT, SECOND], attempts: [PAID, PAID] };
    const returns = [back({ how: 'reversal' }), back({ returnId: 'act_2', providerPaymentId: 'pay_2' })];
    expect(knownMoney(facts('refunded', { ...paidFacts, returns }))).toBe('returned');
  });

  it('an order has no money state while we still have one of its two payments', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT, SECOND], attempts: [PAID, PAID] };
    expect(knownMoney(facts('refunded', { ...paidFacts, returns: [back()] }))).toBeNull();
  });

  it('an order has no money state after a refund or dispute of a payment that is not recorded', () => {
    for (const how of ['refund', 'dispute'] as const) {
      expect(knownMoney(facts('refused', { returns: [back({ how })] }))).toBeNull();
      const returns = [back({ how: 'reversal' }), back({ how, returnId: 'act_2' })];
      expect(knownMoney(facts('refused', { returns }))).toBeNull();
    }
  });

  it('an order has no money state while we still have part of a payment', () => {
    const paidFacts = { payments: [ACCEPTED_PAYMENT], attempts: [PAID] };
    for (const state of Object.keys(ORDER_MOVES) as OrderState[]) {
      expect(knownMoney(facts(state, paidFacts))).toBeNull();
      expect(knownMoney(facts(state, { ...paidFacts, returns: [back({ stage: 'announced' })] }))).toBeNull();
      expect(knownMoney(facts(state, { ...paidFacts, returns: [back({ money: usd(500) })] }))).toBeNull();
    }
  });

  it('a paid order without a recorded payment has no money state', () => {
    expect(knownMoney(facts('paid'))).toBeNull();
    expect(knownMoney(facts('delivered', { attempts: [] }))).toBeNull();
  });
});

describe('whether paying again is offered first', () => {
  it('paying again is not the first offer while the money state is unknown', () => {
    expect(isMoneyOpen('unknown', 'bank')).toBe(true);
    expect(isMoneyOpen('unknown', 'nobody')).toBe(true);
  });

  it.each(['none', 'none-yet', 'held', 'returned'] as const)(
    'paying again may be the first offer once the money state is %s',
    (money) => {
      expect(isMoneyOpen(money, 'nobody')).toBe(false);
      expect(isMoneyOpen(money, 'bank')).toBe(false);
    },
  );

  it('without a money state, paying again is offered first after a bank’s refusal, not after the payer gave up', () => {
    expect(isMoneyOpen(null, 'bank')).toBe(false);
    expect(isMoneyOpen(null, 'nobody')).toBe(true);
  });
});
