import { randomUUID } from 'node:crypto';
import {
  createCoinPay,
  ERROR_CATALOGUE,
  findRecipient,
  listGemPacks,
  readSiteConfig,
} from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { hourOfVisit, seededChance } from '../test/normal-day.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { openShop, type Shop } from '../test/shop.ts';

/**
 * Plays the day of normal-day.test.ts over HTTP: with the whole server, its limits of production, a real Redis, orders
 * that a provider decides, and a clock that the test moves. Only the two busiest hours are played, because nearly all
 * limits count by the hour or less. The card testing limit counts for a day, which normal-day.test.ts plays whole.
 */

const PAYERS = 1_000;
const BUSIEST_HOURS = { from: 21, to: 23 };
const RECIPIENTS = 300;
const FIRST_RECIPIENT = 20_000_000;
const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 1);
/** So many visits run at once. The busiest minutes of the day have no more. */
const AT_ONCE = 12;

/** Seven of ten payers come through one of four mobile carriers, the others from homes of up to three payers. */
const CARRIERS = 4;
const addressOf = (payer: number): string =>
  payer % 10 < 7 ? `198.51.100.${payer % CARRIERS}` : `100.64.${Math.floor(payer / 30) % 250}.${payer % 10}`;

/** Of ten first attempts seven are paid at once, and three are declined by the bank. */
const FIRST_TRIES: readonly ScenarioKey[] = [
  'approve',
  'approve',
  'approve',
  'approve-mastercard',
  'approve-mastercard',
  'frictionless',
  'frictionless',
  'insufficient-funds',
  'do-not-honour',
  'wrong-cvv',
];
const TOO_MANY_TRIES = ERROR_CATALOGUE['too-many-tries'].result;

let shop: Shop;
let nowMs = MIDNIGHT;
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(nowMs),
    env: { GUARD_FACTOR: '1', LOOKUPS_PER_MINUTE: '30', NAMES_PER_ADDRESS_PER_HOUR: '120' },
  });
  await shop.db`
    insert into accounts (id, display_id, nickname, status, source)
    select ${FIRST_RECIPIENT}::bigint + n, (${FIRST_RECIPIENT}::bigint + n)::text, 'name-' || n, 'normal', 'social'
    from generate_series(0, ${RECIPIENTS - 1}) n`;
  // The provider's answers decide these orders. Its webhooks would only double the work.
  await shop.control('webhooks', { lossRate: 1 });
});
afterAll(() => shop.close());

interface Answered {
  readonly result: number;
  readonly data: { readonly platform_data?: string } | null;
}

const isDeclined = ({ data }: Answered): boolean =>
  (JSON.parse(data?.platform_data ?? '{}') as { status?: string }).status === 'refused';

/** A browser at one address, which stores the cookie that it gets. */
function browserAt(address: string) {
  let cookie = '';
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answered> => {
    const response = await fetch(`${shop.apiUrl}${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        'x-request-id': randomUUID(),
        ...(cookie ? { cookie } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    return (await response.json()) as Answered;
  };
}

async function buy(ask: ReturnType<typeof browserAt>, uid: number, scenario: ScenarioKey): Promise<Answered> {
  const token = await shop.token(scenario);
  return ask('POST', createCoinPay.path, {
    recharge_id: 'gems-100',
    uid,
    pay_type: 23,
    platform_data: JSON.stringify({ token }),
  });
}

interface Visit {
  readonly atMs: number;
  readonly run: () => Promise<Answered[]>;
}

/**
 * A visit: it loads the page and the list of packs, looks up ids (some mistyped) and pays; after a decline it pays with
 * another card.
 */
function visitOf(payer: number, chance: () => number): Visit {
  const atMs = MIDNIGHT + hourOfVisit(chance) * HOUR_MS;
  const uid = FIRST_RECIPIENT + Math.floor(chance() ** 2 * RECIPIENTS);
  const slips = chance() < 0.2 ? 2 : 0;
  const first = FIRST_TRIES[Math.floor(chance() * FIRST_TRIES.length)] ?? 'approve';
  const run = async (): Promise<Answered[]> => {
    const ask = browserAt(addressOf(payer));
    const answers: Answered[] = [];
    const at = async (afterMs: number, work: () => Promise<Answered>): Promise<Answered> => {
      nowMs = Math.max(nowMs, atMs + afterMs);
      const answered = await work();
      answers.push(answered);
      return answered;
    };
    await at(0, () => ask('POST', readSiteConfig.path, { channel: 'app_pkg_info', pure: 1 }));
    await at(50, () => ask('POST', listGemPacks.path, { source: 1 }));
    for (let slip = 1; slip <= slips; slip += 1)
      await at(slip * 5_000, () => ask('GET', `${findRecipient.path}?display_id=${uid + slip * 100_000}`));
    await at(15_000, () => ask('GET', `${findRecipient.path}?display_id=${uid}`));
    await at(15_500, () => ask('POST', listGemPacks.path, { uid, source: 1 }));
    const tried = await at(60_000, () => buy(ask, uid, first));
    if (isDeclined(tried)) await at(120_000, () => buy(ask, uid, 'approve'));
    return answers;
  };
  return { atMs, run };
}

function isBusiest(atMs: number): boolean {
  const hour = (atMs - MIDNIGHT) / HOUR_MS;
  return hour >= BUSIEST_HOURS.from && hour < BUSIEST_HOURS.to;
}

describe('a normal day over HTTP', () => {
  it('1,000 payers, most behind 4 addresses, pay over HTTP in the two busiest hours, and no limit refuses any of them', async () => {
    const chance = seededChance(7_919);
    const visits = Array.from({ length: PAYERS }, (_, payer) => visitOf(payer, chance))
      .filter(({ atMs }) => isBusiest(atMs))
      .toSorted((one, other) => one.atMs - other.atMs);
    const payers = visits.length;
    expect(payers).toBeGreaterThan(PAYERS / 4);
    const answers: Answered[] = [];
    const walkIn = async (): Promise<void> => {
      for (let visit = visits.shift(); visit; visit = visits.shift()) answers.push(...(await visit.run()));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walkIn));

    expect(answers.filter(({ result }) => result === TOO_MANY_TRIES)).toEqual([]);
    expect(answers.length).toBeGreaterThan(5 * payers);
    expect(answers.filter(isDeclined).length).toBeGreaterThan(payers / 5);
    // Each payer has a device of their own and gets gems, also if their first card was declined. The last gems may be
    // credited a moment after the answer, so the test waits.
    await vi.waitFor(
      async () => {
        const [credited] = await shop.db<{ devices: number }[]>`
          select count(distinct payer_device)::int as devices from orders where credited_at is not null`;
        expect(credited?.devices).toBe(payers);
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
  }, 1_200_000);

  it('card testing from an address that many payers share is refused', async () => {
    const results: number[] = [];
    const ask = browserAt(addressOf(0));
    for (let i = 0; i < 12; i += 1) {
      nowMs += 15_000;
      results.push((await buy(ask, FIRST_RECIPIENT, 'insufficient-funds')).result);
    }
    expect(results.indexOf(TOO_MANY_TRIES)).toBeGreaterThan(0);
    expect(results.at(-1)).toBe(TOO_MANY_TRIES);
  });
});
