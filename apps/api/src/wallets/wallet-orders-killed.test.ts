import { cancelOrder, readOrder, readOrderStatus, type WalletPaid } from '@jawhara/contract';
import { PROVIDERS, providerOf, type OrderId, type PayType } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { openKillableShop, type KillableShop, type Machine } from '../test/killable-shop.ts';
import { holdRows, type HeldRows } from '../test/held-rows.ts';
import { balanceOf, orderState, type Called, type Visitor } from '../test/shop.ts';
import { agree, openSheet, openWalletOrder } from '../test/wallet-payer.ts';
import { walletToken } from '../test/wallet-token.ts';

/**
 * Processes of the shop are killed (SIGKILL) while orders are at every point between their opening and the answer to
 * the page. Many orders, each at its own point, share one kill and one restart, to save time.
 */

let shop: KillableShop;
let held: HeldRows;
beforeAll(async () => {
  shop = await openKillableShop();
});
afterAll(() => shop.close());

const GEMS = 1060;
const CENTS = 999;

/** An order that is being paid, and its payer's page. */
interface Paying {
  readonly payer: Visitor;
  readonly orderId: OrderId;
  readonly recipientId: number;
  readonly token: string;
  /** The answer to the wallet's token; it resolves with null if the connection broke. Null: no token was sent yet. */
  agreed: Promise<Called<WalletPaid> | null> | null;
}

function sayYes(paying: Paying): Promise<Called<WalletPaid> | null> {
  const { payer, orderId, token } = paying;
  paying.agreed = agree(shop, payer, orderId, { token }).catch(() => null);
  return paying.agreed;
}

interface Point {
  readonly scenario?: ScenarioKey;
  /** The state in which the order ends if the payer opens the page again; delivered if absent. */
  readonly anew?: 'cancelled';
  /**
   * True if no payment has started. If the order is not continued in time, it is cancelled and the payer sees that
   * nothing was paid.
   */
  readonly isUnbegun?: boolean;
  readonly reach: (paying: Paying) => Promise<unknown>;
}

/** Waits until the provider has charged the card, and holds back its answer to the shop. */
async function charge(paying: Paying): Promise<{ readonly open: () => void }> {
  const stop = shop.gate.stop(paying.orderId, 'after');
  void sayYes(paying);
  await stop.reached;
  return stop;
}

const POINTS: Readonly<Record<string, Point>> = {
  'its order is open': { anew: 'cancelled', isUnbegun: true, reach: async () => undefined },
  'its merchant session is open': {
    anew: 'cancelled',
    isUnbegun: true,
    reach: async ({ payer, orderId }) =>
      expect((await openSheet(payer, orderId)).value?.sessionJson).toContain('merchantSessionIdentifier'),
  },
  'its token is here, and no payment has begun': {
    isUnbegun: true,
    async reach(paying) {
      await held.order(paying.orderId);
      void sayYes(paying);
      await held.isAwaited(paying.orderId);
      expect(await orderState(shop.db, paying.orderId)).toBe('created');
    },
  },
  'its payment has left us, and the provider has not seen it': {
    async reach(paying) {
      const { reached } = shop.gate.stop(paying.orderId, 'before');
      void sayYes(paying);
      await reached;
    },
  },
  'the provider has charged, and its answer is on the way': { reach: charge },
  'the provider has answered, and nothing is stored': {
    async reach(paying) {
      const { open } = await charge(paying);
      await held.order(paying.orderId);
      open();
      await held.isAwaited(paying.orderId);
    },
  },
  'it is stored as paid, and its gems are not there': {
    async reach(paying) {
      await held.balance(paying.recipientId);
      void sayYes(paying);
      await becomes(shop, paying.orderId, 'paid');
    },
  },
  'its gems are there, and nobody has been told': {
    async reach(paying) {
      const { open } = await charge(paying);
      await held.newestCard();
      open();
      await becomes(shop, paying.orderId, 'delivered');
    },
  },
  'it was pending, and its notification is in the inbox': {
    scenario: 'pending-then-approved',
    async reach(paying) {
      const { open } = await charge(paying);
      await held.order(paying.orderId);
      open();
      expect((await paying.agreed)?.value).toEqual({ kind: 'pending' });
      const inbox = () => shop.db`
        select from notifications where order_id = ${paying.orderId} and processed_at is null`;
      await vi.waitFor(async () => expect(await inbox()).not.toEqual([]), { timeout: PATIENCE_MS });
    },
  },
};

async function newRecipient(): Promise<number> {
  const [row] = await shop.db<{ id: number }[]>`
    insert into accounts (id, display_id, nickname, status, is_guest, source)
    select max(id) + 1, (max(id) + 7000000)::text, 'x', 'normal', false, 'social' from accounts
    returning id::int`;
  return row?.id ?? expect.fail('no recipient');
}

async function bring(payType: PayType, { scenario = 'approve', reach }: Point): Promise<Paying> {
  const payer = shop.visitor();
  const recipientId = await newRecipient();
  const { orderId } = placed(await openWalletOrder(payer, payType, { recipientId }));
  const token = await walletToken(shop.sandboxUrl, scenario);
  const paying: Paying = { payer, orderId, recipientId, token, agreed: null };
  await reach(paying);
  return paying;
}

/** Acts as a page that lost its connection: it sends the same token again until it gets an answer. */
async function stayOnPage(paying: Paying): Promise<WalletPaid['kind']> {
  let walletAnswer = await (paying.agreed ?? sayYes(paying));
  const isAnswered = async () => {
    walletAnswer ??= await sayYes(paying);
    expect(walletAnswer?.value).toBeTruthy();
  };
  await vi.waitFor(isAnswered, { timeout: PATIENCE_MS });
  return walletAnswer?.value?.kind ?? expect.fail('nobody answered');
}

/** Acts as a page that is opened again and has no token: it cancels an order without a payment, and only reads any other. */
async function openAnew({ payer, orderId }: Paying): Promise<void> {
  const { value } = await payer.call(readOrder, { orderId });
  if (value?.state === 'created') await payer.call(cancelOrder, { orderId, reason: 'payer gave up' });
}

async function endOf({ orderId }: Paying, { isUnbegun = false }: Point): Promise<'delivered' | 'cancelled'> {
  const decided = () => orderState(shop.db, orderId);
  await vi.waitFor(async () => expect(await decided()).toMatch(/^(delivered|cancelled)$/), {
    timeout: PATIENCE_MS,
  });
  return isUnbegun && (await decided()) === 'cancelled' ? 'cancelled' : 'delivered';
}

async function inBooks(payType: PayType, orderId: OrderId): Promise<number[]> {
  const { folder } = PROVIDERS[providerOf(payType) ?? expect.fail('nobody takes it')];
  const answer = await fetch(`${shop.sandboxUrl}/_control/${folder}/books`);
  const { payments } = (await answer.json()) as { payments: { reference: string; captured: number }[] };
  return payments.filter(({ reference }) => reference === orderId).map(({ captured }) => captured);
}

/** Expects either one payment with its gems credited once, or neither. The page must show the same result. */
async function expectEnd(payType: PayType, paying: Paying, end: 'delivered' | 'cancelled'): Promise<void> {
  const { payer, orderId, recipientId } = paying;
  await becomes(shop, orderId, end);
  const isPaid = end === 'delivered';
  expect(await inBooks(payType, orderId)).toEqual(isPaid ? [CENTS] : []);
  expect(await balanceOf(shop.db, recipientId)).toBe(isPaid ? GEMS : 0);
  const { value } = await payer.call(readOrderStatus, { orderId });
  expect(value).toMatchObject({ result: isPaid ? 0 : 1, creditedAt: isPaid ? expect.any(Date) : null });
}

/**
 * With channel 26 (Adyen) the page stays open, with channel 30 (demo) it is opened again: retries at a provider must
 * not depend on the page.
 */
const PAGES = [
  [26, 'stays'],
  [30, 'is opened anew'],
] as const satisfies readonly (readonly [PayType, string])[];

const CASES = Object.entries(POINTS).flatMap(([name, point]) =>
  PAGES.map(([payType, page]) => [name, page, payType, point] as const),
);

describe.each<{ readonly who: string; readonly dying: readonly Machine[] }>([
  { who: 'the process that answers the page', dying: ['web'] },
  { who: 'the process that carries orders on', dying: ['worker'] },
])('killed: $who', ({ dying }) => {
  const reached = new Map<string, Paying>();

  beforeAll(async () => {
    held = await holdRows(shop.db);
    for (const [name, page, payType, point] of CASES)
      reached.set(`${name} ${page}`, await bring(payType, point));
    await shop.kill(dying);
    await held.letGo();
    shop.gate.openAll();
    await shop.startAgain(dying);
  });

  it.each(CASES)(
    'a process is killed when %s and the page %s: the wallet order is paid once or cancelled (channel %i)',
    async (name, page, payType, point) => {
      const paying = reached.get(`${name} ${page}`) ?? expect.fail('never reached');
      if (page === 'is opened anew') {
        await openAnew(paying);
        return expectEnd(payType, paying, point.anew ?? (await endOf(paying, point)));
      }
      const shownEnd = await stayOnPage(paying);
      const end = await endOf(paying, point);
      expect(shownEnd).toMatch(end === 'delivered' ? /^(paid|pending)$/ : /^refused$/);
      return expectEnd(payType, paying, end);
    },
  );
});
