import type { OrderId } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { firstTradeOf, numberOfKey, orderOfTrade } from './trade-number.ts';

const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab' as OrderId;

it('the number of an order’s trade leads back to the order', () => {
  const number = firstTradeOf(ORDER);
  expect(number).toBe(numberOfKey(`${ORDER}-1`));
  expect(number).toMatch(/^\w{1,64}$/);
  expect(orderOfTrade(number)).toBe(ORDER);
  // The provider sees no difference between large and small letters, so there is none here.
  expect(numberOfKey(`${ORDER.toUpperCase()}-1`)).toBe(number);
});

it('every key of ours fits, a refund’s too; two keys are two numbers', () => {
  const keys = [`${ORDER}-1`, `${ORDER}-2`, `refund-${firstTradeOf(ORDER)}`];
  const numbers = keys.map(numberOfKey);
  expect(new Set(numbers).size).toBe(keys.length);
  for (const number of numbers) expect(number.length).toBeLessThanOrEqual(64);
});

it('a key that does not fit is our own mistake, and a number of somebody else belongs to no order', () => {
  expect(() => numberOfKey('x'.repeat(65))).toThrow(/cannot be a number/);
  expect(() => numberOfKey('with a space')).toThrow(/cannot be a number/);
  for (const number of ['', 'trade_1', `refund_${firstTradeOf(ORDER)}`])
    expect(orderOfTrade(number)).toBeNull();
});
