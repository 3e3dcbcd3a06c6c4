import { expect, it } from 'vitest';
import { newReturn, type KnownReturn, type ReturnHow, type ReturnStage } from '../payment/payment-return.ts';
import { isFineMoneyGone } from './fine-money.ts';

const PAID = { currency: 'USD', minorUnits: 2000 };
const back = (how: ReturnHow, stage: ReturnStage = 'taken', minorUnits = 2000): KnownReturn =>
  newReturn({
    returnId: `${how}-${stage}`,
    how,
    stage,
    providerPaymentId: 'pay_1',
    money: { currency: 'USD', minorUnits },
    fee: null,
  });

it('[FIN-05] a reversal and a dispute undo a fine, also of a part of it; a refund does not', () => {
  for (const how of ['reversal', 'dispute'] as const) {
    expect(isFineMoneyGone(PAID, [back(how)])).toBe(true);
    expect(isFineMoneyGone(PAID, [back(how, 'taken', 500)])).toBe(true);
  }
  expect(isFineMoneyGone(PAID, [back('refund')])).toBe(false);
  expect(isFineMoneyGone(PAID, [])).toBe(false);
});

it('[FIN-05] money that came again pays the fine again, and an announced dispute takes nothing yet', () => {
  expect(isFineMoneyGone(PAID, [back('reversal', 'given-back')])).toBe(false);
  expect(isFineMoneyGone(PAID, [back('dispute', 'announced')])).toBe(false);
  expect(isFineMoneyGone(PAID, [back('dispute', 'taken-again')])).toBe(true);
});

it('[FIN-05] a fine that an operator had returned is owed by nobody, whatever a bank takes besides', () => {
  expect(isFineMoneyGone(PAID, [back('refund'), back('dispute')])).toBe(false);
  expect(isFineMoneyGone(PAID, [back('refund', 'taken', 500), back('reversal', 'taken', 1500)])).toBe(true);
});
