import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { ORDER_MOVES, isHonoured, type OrderState } from '../order/order-state.ts';
import type { OrderFacts, PaymentFact, ReturnFact } from '../payment/order-books.ts';
import { newReturn, RETURN_STAGE_NAMES, type ReturnUpdate } from '../payment/payment-return.ts';
import type { UnansweredRefund } from '../payment/refundable-money.ts';
import {
  isToBeHeld,
  ORDER_VERB_NAMES,
  orderVerb,
  orderVerbs,
  type OrderMoney,
  type OrderVerb,
} from './order-verbs.ts';

const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });

function payment(standing: PaymentFact['standing'], more: Partial<PaymentFact> = {}): PaymentFact {
  return { provider: 13, providerPaymentId: `pay_${standing}`, money: usd(999), standing, ...more };
}

function back(of: PaymentFact, word: Partial<ReturnUpdate> = {}): ReturnFact {
  const { provider, providerPaymentId } = of;
  const whole = {
    returnId: 'act_1',
    how: 'refund',
    stage: 'taken',
    providerPaymentId,
    money: null,
    fee: null,
  } as const;
  return { provider, ...newReturn({ ...whole, ...word }) };
}

function due(of: PaymentFact, minorUnits: number): UnansweredRefund {
  const { provider, providerPaymentId } = of;
  return { id: 'refund-1', provider, providerPaymentId, money: usd(minorUnits) };
}

function money(
  state: OrderState,
  payments: readonly PaymentFact[],
  more: Partial<OrderMoney> & {
    readonly returns?: readonly ReturnFact[];
    readonly purpose?: 'gems' | 'fine';
  } = {},
): OrderMoney {
  const { returns = [], purpose = 'gems', ...rest } = more;
  const facts: OrderFacts = {
    purpose,
    recipientId: accountId(1001),
    gems: purpose === 'gems' ? 1060 : 0,
    gemsForgiven: 0,
    gemsMoved: null,
    isHonoured: isHonoured(state),
    payments,
    returns,
  };
  return { state, isHeld: false, facts, refundsDue: [], ...rest };
}

/** 'may', or why not. */
function said(verb: OrderVerb, of: OrderMoney): string {
  const answer = orderVerb(verb, of);
  return answer.kind === 'may' ? 'may' : answer.because;
}

const acceptedPayment = payment('kept');
const wrong = payment('wrong-amount', { money: usd(998) });
const second = payment('second');
const dispute = (of: PaymentFact) => back(of, { how: 'dispute', stage: 'announced' });

describe('[ORD-23] the commands an operator may use on an order', () => {
  it.each<[string, OrderMoney, Partial<Record<OrderVerb, string>>]>([
    [
      'an unpaid order',
      money('pending', []),
      {
        'order refund': 'nothing-paid',
        'order send-back': 'no-wrong-amount',
        'order release': 'no-wrong-amount',
        'order cancel': 'may',
        'order move-gems': 'not-delivered',
      },
    ],
    [
      'a delivered order',
      money('delivered', [acceptedPayment]),
      {
        'order refund': 'may',
        'fines return': 'is-no-fine',
        'order send-back': 'no-wrong-amount',
        'order cancel': 'not-cancellable',
        'order move-gems': 'may',
      },
    ],
    [
      'a paid fine',
      money('delivered', [acceptedPayment], { purpose: 'fine' }),
      { 'order refund': 'is-a-fine', 'fines return': 'may' },
    ],
    [
      'a disputed order',
      money('delivered', [acceptedPayment], { returns: [dispute(acceptedPayment)] }),
      { 'order refund': 'dispute-open' },
    ],
    [
      'an order with all its money returned',
      money('refunded', [acceptedPayment], { returns: [back(acceptedPayment)] }),
      { 'order refund': 'nothing-left', 'order move-gems': 'not-delivered' },
    ],
    [
      'an order with a due refund',
      money('delivered', [acceptedPayment], { refundsDue: [due(acceptedPayment, 999)] }),
      { 'order refund': 'nothing-left', 'order move-gems': 'going-back' },
    ],
    [
      'a held order',
      money('pending', [wrong], { isHeld: true }),
      {
        'order release': 'may',
        'order send-back': 'may',
        'order cancel': 'not-cancellable',
        'order refund': 'nothing-paid',
      },
    ],
    [
      'a held order with a part of the money returned',
      money('pending', [wrong], { isHeld: true, returns: [back(wrong, { money: usd(400) })] }),
      { 'order release': 'partly-returned', 'order send-back': 'may' },
    ],
    [
      'a held order with all its money returned',
      money('pending', [wrong], { isHeld: true, returns: [back(wrong)] }),
      { 'order release': 'no-wrong-amount', 'order send-back': 'no-wrong-amount' },
    ],
    [
      'a held order with a dispute',
      money('pending', [wrong], { isHeld: true, returns: [dispute(wrong)] }),
      { 'order release': 'dispute-open', 'order send-back': 'dispute-open' },
    ],
    [
      'a paid order with another payment of a wrong amount',
      money('delivered', [acceptedPayment, wrong]),
      { 'order release': 'paid-already', 'order send-back': 'may', 'order refund': 'may' },
    ],
    [
      'a second payment whose refund failed',
      money('delivered', [acceptedPayment, second]),
      { 'order send-back': 'may', 'order release': 'no-wrong-amount' },
    ],
    [
      'an undelivered order with two amounts for one payment',
      money('paid', [acceptedPayment], { isHeld: true }),
      {
        'order release': 'may',
        'order send-back': 'may',
        'order refund': 'may',
        'order cancel': 'not-cancellable',
      },
    ],
  ])('which commands an operator may use on an order: %s', (_name, of, expected) => {
    for (const [verb, answer] of Object.entries(expected))
      expect([verb, said(verb as OrderVerb, of)]).toEqual([verb, answer]);
    expect(said('order ask', of)).toBe('may');
  });

  it('the operator’s send-back command names the payment and how much of it is left to send back', () => {
    const of = money('pending', [wrong], { isHeld: true, returns: [back(wrong, { money: usd(400) })] });
    expect(orderVerb('order send-back', of)).toEqual({
      kind: 'may',
      payments: [{ payment: wrong, left: usd(598) }],
    });
  });
});

describe('[ORD-23] when an order is held', () => {
  it('an order is held until a payment of a wrong amount is refunded or a due refund covers all of it', () => {
    expect(isToBeHeld(money('pending', [wrong]))).toBe(true);
    expect(isToBeHeld(money('pending', [wrong], { returns: [back(wrong, { money: usd(400) })] }))).toBe(true);
    expect(isToBeHeld(money('pending', [wrong], { returns: [back(wrong)] }))).toBe(false);
    expect(isToBeHeld(money('pending', [wrong], { refundsDue: [due(wrong, 998)] }))).toBe(false);
    expect(isToBeHeld(money('delivered', [acceptedPayment, wrong]))).toBe(false);
  });

  it('an order with two reported amounts for one payment is held until it is released or the payment is returned', () => {
    expect(
      isToBeHeld(money('paid', [acceptedPayment], { isHeld: true, refundsDue: [due(acceptedPayment, 999)] })),
    ).toBe(true);
    expect(
      isToBeHeld(money('paid', [acceptedPayment], { isHeld: true, returns: [back(acceptedPayment)] })),
    ).toBe(false);
    expect(isToBeHeld(money('paid', [acceptedPayment]))).toBe(false);
  });
});

const someMoney = fc.gen().map((gen) => {
  const state = gen(() => fc.constantFrom(...(Object.keys(ORDER_MOVES) as OrderState[])));
  const standings = gen(() =>
    fc.uniqueArray(fc.constantFrom('kept' as const, 'second' as const, 'wrong-amount' as const)),
  );
  const payments = standings.map((standing) => payment(standing));
  const returns = payments.flatMap((one) =>
    gen(() =>
      fc.array(
        fc.record({
          returnId: fc.uuid(),
          how: fc.constantFrom('refund' as const, 'dispute' as const, 'reversal' as const),
          stage: fc.constantFrom(...RETURN_STAGE_NAMES),
          money: fc.option(fc.nat({ max: 1_500 }).map(usd)),
        }),
        { maxLength: 2 },
      ),
    ).map((word) => back(one, word)),
  );
  const refundsDue = payments.flatMap((one) =>
    gen(() => fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 1 })).map((cents) => due(one, cents)),
  );
  return money(state, payments, { isHeld: gen(() => fc.boolean()), returns, refundsDue });
});

describe('[ORD-23] whatever the books contain', () => {
  it('every order command says whether it may be used, and none returns more of a payment than we hold', () => {
    fc.assert(
      fc.property(someMoney, (of) => {
        const answers = orderVerbs(of);
        expect(Object.keys(answers)).toEqual([...ORDER_VERB_NAMES]);
        for (const answer of Object.values(answers))
          if (answer.kind === 'may')
            for (const {
              payment: { money: captured },
              left,
            } of answer.payments) {
              expect(left.minorUnits).toBeGreaterThan(0);
              expect(left.minorUnits).toBeLessThanOrEqual(captured.minorUnits);
            }
      }),
    );
  });

  it('an operator can release or send back a held order, unless its money is disputed or already due for a refund', () => {
    fc.assert(
      fc.property(someMoney, (of) => {
        fc.pre(isToBeHeld(of));
        const isHeld = { ...of, isHeld: true };
        const canDecide = ['order release', 'order send-back'].some(
          (verb) => said(verb as OrderVerb, isHeld) === 'may',
        );
        const isPromised =
          said('order send-back', isHeld) === 'dispute-open' ||
          of.refundsDue.length > 0 ||
          of.facts.returns.some(({ stage }) => stage === 'announced');
        expect(canDecide || isPromised).toBe(true);
      }),
    );
  });

  it('an operator can send back any payment that we still have and that is neither disputed nor due for a refund', () => {
    fc.assert(
      fc.property(someMoney, (of) => {
        const isQuiet =
          of.refundsDue.length === 0 &&
          of.facts.returns.every(({ how, stage }) => how !== 'dispute' && stage !== 'announced');
        fc.pre(isQuiet);
        const returned = ['order refund', 'order send-back'].flatMap((verb) => {
          const answer = orderVerb(verb as OrderVerb, of);
          return answer.kind === 'may'
            ? answer.payments.map(({ payment: one }) => one.providerPaymentId)
            : [];
        });
        for (const one of of.facts.payments) {
          const gone = of.facts.returns
            .filter(
              ({ providerPaymentId, stage }) =>
                providerPaymentId === one.providerPaymentId && !stage.startsWith('given-back'),
            )
            .reduce((sum, { money: some }) => sum + (some?.minorUnits ?? one.money.minorUnits), 0);
          if (gone < one.money.minorUnits) expect(returned).toContain(one.providerPaymentId);
        }
      }),
    );
  });
});
