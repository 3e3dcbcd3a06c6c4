import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReturnFact } from './order-books.ts';
import { newReturn, type ReturnUpdate } from './payment-return.ts';
import {
  ownReturnOf,
  REFUND_KEY_LIVES_MS,
  REFUND_SHOWS_WITHIN_MS,
  refundSubmission,
  type RefundToSubmit,
} from './refundable-money.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });

function decide(more: Partial<RefundToSubmit> & { free?: number; reserved?: number }) {
  const { free = 999, reserved = 0, ...rest } = more;
  return refundSubmission(
    {
      money: usd(999),
      carriedByRests: 0,
      refundable: { money: usd(free), reserved: usd(reserved) },
      sentAt: null,
      lastSentAt: null,
      areBooksRead: false,
      ownReturnId: null,
      ...rest,
    },
    NOW,
  );
}
const SENT = { sentAt: ago(REFUND_SHOWS_WITHIN_MS), lastSentAt: ago(REFUND_SHOWS_WITHIN_MS) };
const LAPSED = { sentAt: ago(REFUND_KEY_LIVES_MS), lastSentAt: ago(REFUND_SHOWS_WITHIN_MS) };

describe('a due refund', () => {
  it('[ORD-16] a due refund is submitted while its full amount is left, and retried with its idempotency key while the key is valid', () => {
    expect(decide({})).toEqual({ kind: 'send' });
    expect(decide(SENT)).toEqual({ kind: 'send' });
    expect(decide({ ...SENT, ownReturnId: 'act_1' })).toEqual({ kind: 'send' });
  });

  it('[ORD-16] a due refund is not submitted any more when nothing of its payment is left or the full amount was refunded', () => {
    expect(decide({ free: 0 })).toEqual({ kind: 'not-needed' });
    expect(decide({ ...SENT, free: 0 })).toEqual({ kind: 'not-needed' });
    expect(decide({ carriedByRests: 999 })).toEqual({ kind: 'not-needed' });
  });

  it('[ORD-16] a due refund waits while the payment’s remaining money is reserved for other refunds or disputes', () => {
    expect(decide({ free: 0, reserved: 999 })).toEqual({ kind: 'wait' });
    expect(decide({ free: 599, reserved: 400 })).toEqual({ kind: 'wait' });
    expect(decide({ free: 499, reserved: 0, carriedByRests: 500 })).toEqual({
      kind: 'send-rest',
      money: usd(499),
    });
  });

  it('[ORD-16] a due refund that was never submitted is submitted for the amount that is left, as a new refund', () => {
    expect(decide({ free: 499 })).toEqual({ kind: 'send-rest', money: usd(499) });
    expect(decide({ carriedByRests: 300 })).toEqual({ kind: 'send-rest', money: usd(699) });
  });

  it('[ORD-16] a refund that may have been submitted is not sent with another amount before the provider was queried for it', () => {
    expect(decide({ ...SENT, free: 499 })).toEqual({ kind: 'read-books' });
    expect(decide({ ...SENT, lastSentAt: ago(REFUND_SHOWS_WITHIN_MS - 1), free: 499 })).toEqual({
      kind: 'wait',
    });
    expect(decide({ ...SENT, free: 499, areBooksRead: true })).toEqual({
      kind: 'send-rest',
      money: usd(499),
    });
    expect(decide({ ...SENT, free: 499, ownReturnId: 'act_1' })).toEqual({ kind: 'made', returnId: 'act_1' });
  });

  it('[ORD-16] a refund whose idempotency key has expired is not sent again before the provider was queried for it', () => {
    expect(decide({ ...LAPSED, sentAt: ago(REFUND_KEY_LIVES_MS - 1) })).toEqual({ kind: 'send' });
    expect(decide(LAPSED)).toEqual({ kind: 'read-books' });
    expect(decide({ ...LAPSED, areBooksRead: true })).toEqual({ kind: 'send' });
    expect(decide({ ...LAPSED, ownReturnId: 'act_1' })).toEqual({ kind: 'made', returnId: 'act_1' });
  });

  it('[ORD-16] a refund is never submitted for more than is left, nor with another amount under its own key', () => {
    const facts = fc.record({
      minorUnits: fc.integer({ min: 1, max: 1_000 }),
      carriedByRests: fc.nat({ max: 1_000 }),
      free: fc.nat({ max: 1_000 }),
      reserved: fc.nat({ max: 1_000 }),
      sentAt: fc.option(fc.nat({ max: 2 * REFUND_KEY_LIVES_MS }).map(ago)),
      areBooksRead: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, ({ minorUnits, sentAt, ...rest }) => {
        const decided = decide({ ...rest, money: usd(minorUnits), sentAt, lastSentAt: sentAt });
        if (decided.kind === 'send') expect(minorUnits).toBeLessThanOrEqual(rest.free);
        if (decided.kind !== 'send-rest') return;
        expect(decided.money.minorUnits).toBeGreaterThan(0);
        expect(decided.money.minorUnits).toBeLessThan(minorUnits);
        expect(decided.money.minorUnits).toBeLessThanOrEqual(rest.free);
        expect(decided.money.minorUnits + rest.carriedByRests).toBeLessThanOrEqual(minorUnits);
        expect(sentAt === null || rest.areBooksRead).toBe(true);
      }),
    );
  });
});

describe('the provider’s report of a submitted refund', () => {
  const refund = { id: 'r', provider: 13, providerPaymentId: 'pay_1', money: usd(300) } as const;
  const returnFactOf = (word: Partial<ReturnUpdate>): ReturnFact => ({
    provider: 13,
    ...newReturn({
      returnId: 'act_1',
      how: 'refund',
      stage: 'taken',
      providerPaymentId: 'pay_1',
      money: usd(300),
      fee: null,
      ...word,
    }),
  });

  it('[ORD-16] a submitted refund is matched with a reported refund of its payment and amount that no other refund of ours matches', () => {
    expect(ownReturnOf(refund, [returnFactOf({})], [])).toBe('act_1');
    expect(ownReturnOf(refund, [returnFactOf({})], ['act_1'])).toBeNull();
    const others: Partial<ReturnUpdate>[] = [
      { how: 'dispute' },
      { providerPaymentId: 'pay_2' },
      { money: usd(301) },
      { money: null },
      { money: { currency: 'SAR', minorUnits: 300 } },
    ];
    for (const other of others) expect(ownReturnOf(refund, [returnFactOf(other)], [])).toBeNull();
    expect(ownReturnOf(refund, [{ ...returnFactOf({}), provider: 17 }], [])).toBeNull();
  });
});
