import { findOrder, readReceipt } from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_RECEIPT_KEYS } from '../../../../tools/stack/development-device.ts';
import { receiptLink } from '../receipts/receipt.ts';
import { boughtGems, giveAddress } from '../test/mail-stage.ts';
import { openShop, type Shop } from '../test/shop.ts';

/** The number of guesses, half of them of existing orders and half of unknown ones. ORDER_GUESSES=20000 makes 10,000 of each. */
const GUESSES = Number(process.env['ORDER_GUESSES'] ?? 1_200);
/** Chance causes a larger difference only once in many thousands of runs. */
const Z_MAX = 4.5;

let shop: Shop;
let known: OrderId[];

beforeAll(async () => {
  shop = await openShop({ mail: true, env: { GUARD_FACTOR: '1000000' } });
  const { buyer, orderId } = await boughtGems(shop);
  await giveAddress(buyer, orderId, 'known@example.com');
  known = await copiesOf(orderId, GUESSES / 2);
});
afterAll(() => shop.close());

/** Copies of an order with the same facts under other ids, each with a mail address. */
async function copiesOf(orderId: OrderId, count: number): Promise<OrderId[]> {
  const copies = await shop.db<{ id: OrderId }[]>`
    insert into orders
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
    from orders o, generate_series(1, ${count}) where o.id = ${orderId}
    returning id`;
  await shop.db`
    insert into mail_subscriptions
    select (jsonb_populate_record(s, jsonb_build_object('id', o.id, 'order_id', o.id))).*
    from mail_subscriptions s, orders o where s.order_id = ${orderId} and o.id = any(${copies.map(({ id }) => id)})`;
  return copies.map(({ id }) => id);
}

interface Said {
  readonly isKnown: boolean;
  readonly ms: number;
  /** Everything in the answer that a guesser can compare. */
  readonly seen: string;
}

async function send(path: string, body: object): Promise<Omit<Said, 'isKnown'>> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${randomBytes(3).join('.')}`,
  };
  const start = performance.now();
  const response = await fetch(`${shop.apiUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const ms = performance.now() - start;
  const names = [...response.headers.keys()].toSorted().join(' ');
  return { ms, seen: `${response.status} ${names} ${response.headers.get('content-length')} ${text}` };
}

/** Sends guesses of existing and of unknown orders in turn, so that a slow machine slows both. */
async function guess(path: string, bodyOf: (orderId: OrderId) => object): Promise<Said[]> {
  const said: Said[] = [];
  for (const orderId of known) {
    const pair = [
      { isKnown: true, id: orderId },
      { isKnown: false, id: randomUUID() as OrderId },
    ];
    if (randomBytes(1).readUInt8() % 2 === 0) pair.reverse();
    for (const { isKnown, id } of pair) said.push({ isKnown, ...(await send(path, bodyOf(id))) });
  }
  return said;
}

const medianOf = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

/** The Mann-Whitney test: by how many standard deviations the ranks of one half differ from those that chance would give. */
function rankZ(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((ms) => ({ ms, isOne: true })), ...other.map((ms) => ({ ms, isOne: false }))];
  all.sort((a, b) => a.ms - b.ms);
  const ranks = all.reduce((sum, { isOne }, place) => (isOne ? sum + place + 1 : sum), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

function compare(title: string, said: readonly Said[]): number {
  const timesOf = (isKnown: boolean) => said.filter((one) => one.isKnown === isKnown).map(({ ms }) => ms);
  const [there, not] = [timesOf(true), timesOf(false)];
  const z = rankZ(there, not);
  const [a, b] = [medianOf(there).toFixed(3), medianOf(not).toFixed(3)];
  process.stdout.write(
    `${title}: ${there.length} known, median ${a} ms; ${not.length} unknown, median ${b} ms; rank z ${z.toFixed(2)}\n`,
  );
  return Math.abs(z);
}

describe('[ORD-22] guessed orders', () => {
  it('guessed order numbers get the same answer in the same time, whether the order exists or not', async () => {
    const said = await guess(findOrder.path, (id) => ({ number: orderNumber(id) }));
    expect(said).toHaveLength(GUESSES);
    expect(new Set(said.map(({ seen }) => seen)).size).toBe(1);
    expect(said[0]?.seen).toMatch(/^200 .*"result":0/);
    expect(compare('numbers at /order', said)).toBeLessThan(Z_MAX);
  });

  it('forged receipt links get the same answer in the same time, whether the order exists or not', async () => {
    const link = (id: OrderId) => ({ link: receiptLink(id, [`not-a-key-of-ours-${id}`]) });
    const said = await guess(readReceipt.path, link);
    expect(new Set(said.map(({ seen }) => seen)).size).toBe(1);
    expect(compare('receipt links', said)).toBeLessThan(Z_MAX);
    const good = await send(readReceipt.path, {
      link: receiptLink(known[0] ?? ('' as OrderId), DEVELOPMENT_RECEIPT_KEYS),
    });
    expect(good.seen).not.toBe(said[0]?.seen);
  });
});
