import { randomUUID } from 'node:crypto';
import { createCoinPay } from '@jawhara/contract';
import { SHIELD_ROWS } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';

const HOUR_MS = 3_600_000;
/** An attempt every nine seconds, for an hour. */
const ATTEMPTS = 400;
const REACH_PROVIDER_MAX = 10;
const RECIPIENTS = [1001, 1002, 1003, 1004];

let shop: Shop;
let nowMs = Date.UTC(2026, 10, 1, 10, 30);
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(nowMs), env: { GUARD_FACTOR: '1' } });
});
afterAll(() => shop.close());

interface TryOutcome {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** Each attempt comes from a new device, because card testers drop the cookie. */
async function attempt(token: string, address: string, n: number): Promise<TryOutcome> {
  const response = await fetch(`${shop.apiUrl}${createCoinPay.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': randomUUID(),
      'x-forwarded-for': address,
    },
    body: JSON.stringify({
      recharge_id: 'gems-100',
      uid: RECIPIENTS[n % RECIPIENTS.length],
      pay_type: 23,
      platform_data: JSON.stringify({ token }),
    }),
  });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('retry-after'),
  };
}

const paymentsMade = async () => (await shop.books()).payments.length;

/** Card tokens, one for each attempt: the provider uses up a token, but a stopped attempt (429) can use its token again. */
function tokens(scenario: ScenarioKey): { next(last: TryOutcome | null): Promise<string> } {
  let token: string | null = null;
  return {
    async next(last) {
      if (token === null || last?.status !== 429) token = await shop.token(scenario);
      return token;
    },
  };
}

describe('card testing', () => {
  it('of 400 card attempts from one address in an hour at most 10 reach the provider', async () => {
    const before = await paymentsMade();
    const [stolen, working] = [tokens('insufficient-funds'), tokens('approve')];
    const held: TryOutcome[] = [];
    let last: TryOutcome | null = null;
    for (let i = 0; i < ATTEMPTS; i += 1) {
      nowMs += Math.floor((HOUR_MS * 0.99) / ATTEMPTS);
      // When attempts are stopped, working cards and stolen ones are sent in turn: their answers must be the same.
      const token = await (held.length % 2 === 1 ? working : stolen).next(last);
      last = await attempt(token, '203.0.113.7', i);
      if (last.status === 429) held.push(last);
    }
    expect((await paymentsMade()) - before).toBeLessThanOrEqual(REACH_PROVIDER_MAX);
    expect(held.length).toBeGreaterThanOrEqual(ATTEMPTS - REACH_PROVIDER_MAX);
    expect(new Set(held.map(({ text, retryAfter }) => `${retryAfter} ${text}`)).size).toBe(1);
    expect(Number(held[0]?.retryAfter)).toBeGreaterThan(0);
    expect(shop.log()).toContain('"alert":"card-testing"');
  }, 1_200_000);

  it('of 60 card attempts from one address at once at most 10 reach the provider', async () => {
    nowMs += 25 * HOUR_MS;
    const before = await paymentsMade();
    const all = await Promise.all(
      Array.from({ length: 60 }, async (_, i) =>
        attempt(await shop.token('insufficient-funds'), '203.0.113.8', i),
      ),
    );
    expect((await paymentsMade()) - before).toBeLessThanOrEqual(REACH_PROVIDER_MAX);
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(50);
  });

  it('a payer at another IP address can pay during card testing, and repeating a request does not count as an attempt', async () => {
    const visitor = shop.visitor();
    const token = await shop.token('approve');
    const requestId = randomUUID();
    const first = await visitor.buy('approve', { token, requestId });
    expect(first.value?.answer.kind).toBe('paid');
    for (let i = 0; i < 12; i += 1) {
      expect((await visitor.buy('approve', { token, requestId })).value?.orderId).toBe(first.value?.orderId);
    }
  });

  it('card testing for one recipient from many devices and addresses is stopped by the limit of that recipient', async () => {
    nowMs += 25 * HOUR_MS;
    const before = await paymentsMade();
    const statuses: number[] = [];
    for (let i = 0; i < 40; i += 1) {
      const token = await shop.token('insufficient-funds');
      statuses.push((await attempt(token, `198.51.100.${i}`, 0)).status);
    }
    expect((await paymentsMade()) - before).toBe(SHIELD_ROWS.recipient.unprovenPerHourMax);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });
});
