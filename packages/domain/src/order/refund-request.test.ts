import { expect, it } from 'vitest';
import { ORDER_MOVES, type OrderState } from './order-state.ts';
import { deliveryDueAt, judgeRefundRequest } from './refund-request.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const LIMIT_HOURS = 6;
const LIMIT_MS = 6 * 3_600_000;
const OVERDUE = ago(LIMIT_MS);
const STATES = Object.keys(ORDER_MOVES) as OrderState[];

it('[T 7.6] a payer may request a refund of an undelivered order exactly from the time limit on', () => {
  const judge = (createdAt: Date) =>
    judgeRefundRequest({ state: 'paid', createdAt, refundWishedAt: null }, LIMIT_HOURS, NOW);
  expect(judge(OVERDUE)).toBe('take');
  expect(judge(ago(LIMIT_MS - 1))).toBe('not-due');
  expect(deliveryDueAt(OVERDUE, LIMIT_HOURS)).toEqual(NOW);
});

it('[T 7.6] a repeated refund request counts as the same one; after the gems arrived or the money went back it is refused', () => {
  const wished = { createdAt: OVERDUE, refundWishedAt: ago(1_000) };
  const verdicts = STATES.map((state) => [state, judgeRefundRequest({ ...wished, state }, LIMIT_HOURS, NOW)]);
  expect(Object.fromEntries(verdicts)).toEqual({
    ...Object.fromEntries(STATES.map((state) => [state, 'not-due'])),
    paid: 'known',
    delivering: 'known',
  });
});
