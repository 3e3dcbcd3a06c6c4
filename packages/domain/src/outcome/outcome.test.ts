import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAY_TYPES, type PayType } from '../pay-type/pay-type.ts';
import {
  CARD_EXPIRED_CODE,
  OUTCOMES,
  RESULT_BUTTONS,
  failureOfOutcome,
  outcomeOfFailure,
  type Outcome,
  type PanelFacts,
  type RefusalOutcome,
} from './outcome.ts';

const REFUSALS: readonly RefusalOutcome[] = ['balance', 'expire', 'verify', 'high-risk', 'other'];
const EVERY_PAY_TYPE = Object.keys(PAY_TYPES).map((code) => Number(code) as PayType);
const EVERY_FACTS: PanelFacts[] = EVERY_PAY_TYPE.flatMap((payType) =>
  [true, false].map((hasSmallerPack) => ({ payType, hasSmallerPack })),
);

function expectButtons(outcome: Outcome, expected: (facts: PanelFacts) => readonly string[]): void {
  for (const facts of EVERY_FACTS) expect(RESULT_BUTTONS[outcome](facts)).toEqual(expected(facts));
}

it('[ORD-08] a purchase has one of nine outcomes, each with its own buttons', () => {
  const nine = [
    'success',
    'fail',
    'balance',
    'expire',
    'verify',
    'not-support-apple-pay',
    'other',
    'not-active',
    'high-risk',
  ];
  expect(OUTCOMES).toEqual(nine);
  expect(Object.keys(RESULT_BUTTONS).toSorted()).toEqual(nine.toSorted());
});

it('[ORD-08] the outcome not-active shows no buttons', () => {
  expectButtons('not-active', () => []);
});

describe('the buttons of the result panel', () => {
  it('[RES-01] after a successful payment the panel offers to repeat the same amount or close', () => {
    expectButtons('success', () => ['repeat-same-amount', 'close']);
  });

  it('[RES-02] after insufficient balance the panel offers another amount and close, or understood if there is none', () => {
    expectButtons('balance', ({ hasSmallerPack }) =>
      hasSmallerPack ? ['retry-other-amount', 'close'] : ['understood'],
    );
  });

  it('[RES-03] after failed verification the panel offers retry and close', () => {
    expectButtons('verify', () => ['retry', 'close']);
  });

  it('[RES-04] after an expired card the panel offers understood, and update and pay only for a card of Checkout.com', () => {
    expectButtons('expire', ({ payType }) =>
      payType === 23 ? ['update-and-pay', 'understood'] : ['understood'],
    );
  });

  it('[RES-05] after a high-risk refusal the panel offers only refresh', () => {
    expectButtons('high-risk', () => ['refresh']);
  });

  it('[RES-06] without a wallet in this browser the panel offers understood', () => {
    expectButtons('not-support-apple-pay', () => ['understood']);
  });

  it('[RES-07] after any other refusal or a plain failure the panel offers only “understood”', () => {
    expectButtons('other', () => ['understood']);
    expectButtons('fail', () => ['understood']);
  });
});

describe('the fields of a failed order', () => {
  it.each([
    ['balance-insufficient', null, 'balance'],
    ['balance-insufficient', '20051', 'balance'],
    ['verification-failed', null, 'verify'],
    ['verification-failed', '20054', 'verify'],
    [null, '20054', 'expire'],
    ['card-expired', '20054', 'expire'],
    ['declined', '20005', 'other'],
    ['card-expired', null, 'other'],
    ['Balance-Insufficient', null, 'other'],
    ['', '', 'other'],
    [null, null, 'other'],
  ] as const)(
    '[ORD-07] a failure with fail_detail %j and err_code %j has the outcome %s',
    (failDetail, errCode, outcome) => {
      expect(outcomeOfFailure({ failDetail, errCode })).toBe(outcome);
    },
  );

  it('[ORD-07] an order failure whose detail and code are not listed has the outcome “other”', () => {
    const known = ['balance-insufficient', 'verification-failed', 'high-risk'];
    fc.assert(
      fc.property(fc.option(fc.string()), fc.option(fc.string()), (failDetail, errCode) => {
        fc.pre(!known.includes(failDetail ?? '') && errCode !== '20054');
        expect(outcomeOfFailure({ failDetail, errCode })).toBe('other');
      }),
    );
  });

  it('the failure detail high-risk gives the outcome high-risk', () => {
    expect(outcomeOfFailure({ failDetail: 'high-risk', errCode: null })).toBe('high-risk');
  });

  it('the outcome that the server writes is the outcome that the site reads, whatever decline code comes with it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REFUSALS), fc.option(fc.string()), (outcome, code) => {
        fc.pre(code !== CARD_EXPIRED_CODE);
        expect(outcomeOfFailure(failureOfOutcome(outcome, code))).toBe(outcome);
      }),
    );
  });

  it('the provider’s decline code is sent to the site, but an expired card always as 20054', () => {
    expect(failureOfOutcome('balance', '20051')).toEqual({
      failDetail: 'balance-insufficient',
      errCode: '20051',
    });
    expect(failureOfOutcome('other', '20005').errCode).toBe('20005');
    expect(failureOfOutcome('other', null).errCode).toBeNull();
    expect(failureOfOutcome('expire', null).errCode).toBe('20054');
    expect(failureOfOutcome('expire', '33').errCode).toBe('20054');
  });
});
