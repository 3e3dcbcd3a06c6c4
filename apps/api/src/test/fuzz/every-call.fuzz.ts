import { randomUUID } from 'node:crypto';
import {
  ALL_ENDPOINTS,
  createCoinPay,
  envelopeSchema,
  logInWithTicket,
  readServerTime,
} from '@jawhara/contract';
import { accountId, ADYEN_CARD, CHECKOUT_COM_CARD, PAYERMAX_CARD, type RechargeId } from '@jawhara/domain';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ScenarioKey } from '../../../../sandbox/src/scenarios.ts';
import { ANY_REPEAT } from '../../../../../tools/test/any-repeat.ts';
import { openShop, type Shop } from '../shop.ts';
import type { Pools } from './arbitrary-of.ts';
import { requestTo, type Identity } from './fuzz-request.ts';
import { plantVictim, type Victim } from './victim.ts';

const SEALED = 'eyJhbGciOiJmdXp6In0';
const TOKEN = { token: 'tok_fuzzfuzzfuzzfuzz' };
/**
 * Samples of every way to pay, because random fields almost never form a valid one. The token is listed several times:
 * few combinations of card and pay type are accepted, and some orders must succeed.
 */
const CARDS = [
  TOKEN,
  TOKEN,
  TOKEN,
  TOKEN,
  {
    encrypted: {
      number: SEALED,
      expiry_month: SEALED,
      expiry_year: SEALED,
      sealed_code: SEALED,
      holder_name: 'F UZZ',
    },
  },
  { drop_in: { token: 'fuzzfuzzfuzz', session: 'fuzzfuzzfuzz' } },
  { hosted_page: true },
  { wallet_sheet: true },
  { wallet_page: true },
  {},
].map((card) => JSON.stringify(card));

/**
 * Sends requests to every call of the contract, generated from the call's own schema, so a new call is covered as soon
 * as it is declared. `npm run fuzz -- --seed N` sends the same requests again. After a failure the smallest request
 * that fails is searched.
 */

const SEED = inject('fuzzSeed');
const REQUESTS = inject('fuzzRequests');
/** So many requests are sent at the same time, so that calls also run concurrently. */
const TOGETHER = 5;
const RUNS = Math.ceil(REQUESTS / ALL_ENDPOINTS.length / TOGETHER);
/**
 * Only a few random orders in a hundred are valid, so calls for orders have more runs. Otherwise it might be that none
 * is placed.
 */
const RUNS_OF_ORDERS = 10 * RUNS;
const ANSWER_WITHIN_MS = 60_000;

let shop: Shop;
let victim: Victim;
let pools: Pools;
/** The attacker's own device. */
let cookie: string;
let sent = 0;
const accepted = new Map<string, number>();
let rollbacksBefore = 0;

async function rollbacks(): Promise<number> {
  const [row] = await shop.db<{ count: number }[]>`
    select xact_rollback::int as count from pg_stat_database where datname = current_database()`;
  return row?.count ?? 0;
}

/** Errors in the log that PostgreSQL caused: its input had passed validation. */
const serverErrors = () =>
  shop
    .log()
    .split('\n')
    .filter((line) => /PostgresError|"msg":"fault"/.test(line));

async function buyAsAttacker(scenario: ScenarioKey): Promise<string> {
  const order = {
    rechargeId: 'gems-100' as RechargeId,
    recipientId: accountId(1001),
    payType: CHECKOUT_COM_CARD,
    card: { token: await shop.token(scenario) },
    repeatOf: ANY_REPEAT,
  };
  const placed = await shop.visitor().call(createCoinPay, order, { 'x-request-id': randomUUID(), cookie });
  if (placed.value === null) throw new Error(`the attacker could not buy: ${placed.refusal}`);
  return placed.value.orderId;
}

beforeAll(async () => {
  shop = await openShop({
    env: {
      GUARD_FACTOR: '1000000',
      LOOKUPS_PER_MINUTE: '1000000',
      STATUS_CHECKS_PER_MINUTE: '1000000',
      STATUSES_PER_ADDRESS_PER_HOUR: '10000000',
    },
  });
  victim = await plantVictim(shop);
  const { headers } = await shop.visitor().call(readServerTime, {});
  cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const [paid, unpaid] = [await buyAsAttacker('approve'), await buyAsAttacker('challenge')];
  const orders = [victim.orderId, paid, unpaid, randomUUID()];
  const accounts = [1001, 1002, 1003, 1004, 1, 2 ** 40, '1001'];
  pools = {
    order_id: orders,
    app_order: orders,
    zp_orderid: orders,
    // Most orders here repeat an earlier one, so consent to repeating it is needed often.
    repeat_of: [...orders, ...Array.from({ length: 12 }, () => ANY_REPEAT)],
    request_id: [victim.requestId, randomUUID()],
    source_id: [victim.cardSourceId, 'src_nobody', '13_src_nobody'],
    fingerprint: [victim.cardFingerprint, 'nobody'],
    uid: accounts,
    to_uid: accounts,
    uids: ['1001,1002', '[1001,1002]', [1001]],
    display_id: ['5048213', '3310457', '7719042', '٥٠٤٨٢١٣'],
    id: ['5048213', '7719042'],
    display_uid: ['5048213', '٥٠٤٨٢١٣'],
    recharge_id: ['gems-100', 'gems-1060', 'gems-0'],
    pay_type: [CHECKOUT_COM_CARD, String(CHECKOUT_COM_CARD), ADYEN_CARD, PAYERMAX_CARD, 1],
    platform_data: CARDS,
    path: ALL_ENDPOINTS.map(({ path }) => path),
    method: ['GET', 'POST', 'post'],
    source: [1, '1'],
    card_valid_date: ['12/30', '01/2031', '00/00'],
  };
  rollbacksBefore = await rollbacks();
});
afterAll(() => shop.close());

/**
 * The callers: a new device, a known one, and an account that signs in anew, because an earlier call may have ended its
 * session.
 */
async function whoAsks(): Promise<Identity[]> {
  const session = await shop.visitor().call(logInWithTicket, { ticket: await shop.ticket(1003) });
  return [{}, { cookie }, { cookie, sessionKey: session.value?.sessionKey ?? '' }];
}

async function answered(options: InjectOptions): Promise<{ status: number; text: string; headers: string }> {
  sent += 1;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS);
  });
  try {
    const response = await Promise.race([shop.app.server.inject(options), late]);
    return { status: response.statusCode, text: response.payload, headers: JSON.stringify(response.headers) };
  } finally {
    clearTimeout(timer);
  }
}

function judge(call: string, { status, text, headers }: Awaited<ReturnType<typeof answered>>): void {
  expect(status).toBeLessThan(500);
  // The call is declared in the contract, so it must be served.
  expect(status).not.toBe(404);
  const envelope: unknown = JSON.parse(text);
  expect(v.is(envelopeSchema, envelope)).toBe(true);
  if ((envelope as { result: number }).result === 0) accepted.set(call, (accepted.get(call) ?? 0) + 1);
  for (const marker of victim.markers) {
    expect(text).not.toContain(marker);
    expect(headers).not.toContain(marker);
  }
}

describe(`every call, seed ${SEED}`, () => {
  it.each(ALL_ENDPOINTS.map((call) => [call.name, call] as const))(
    '%s answers whatever it is sent: no fault, no hang, nothing of anybody else',
    async (_name, call) => {
      const faultsBefore = serverErrors().length;
      const requests = fc.array(requestTo(call, pools, await whoAsks()), {
        minLength: TOGETHER,
        maxLength: TOGETHER,
      });
      await fc.assert(
        fc.asyncProperty(requests, async (together) => {
          for (const answer of await Promise.all(together.map(answered))) judge(call.name, answer);
        }),
        { seed: SEED, numRuns: call.name === createCoinPay.name ? RUNS_OF_ORDERS : RUNS },
      );
      expect(serverErrors().slice(faultsBefore)).toEqual([]);
    },
    120_000,
  );

  it('was sent as many requests as were asked for, and PostgreSQL had nothing to refuse', async () => {
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    // Writes the telemetry records that wait in memory, because PostgreSQL must accept them too.
    await shop.app.telemetry.flush();
    expect(serverErrors()).toEqual([]);
    // The test would prove little if every request were refused before it reached its handler.
    expect(accepted.get(createCoinPay.name) ?? 0).toBeGreaterThan(0);
    expect([...accepted.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(REQUESTS / 20);
    // PostgreSQL counts the rollbacks of other connections a little later.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await rollbacks()) - rollbacksBefore).toBe(0);
  });
});
