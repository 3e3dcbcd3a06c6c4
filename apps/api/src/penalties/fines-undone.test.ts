import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bannedAt,
  FREE,
  openCourt,
  STRANGER,
  type Court,
  type PenalisedAccount,
} from '../test/penalised-account.ts';

let court: Court;
let account: PenalisedAccount;
beforeAll(async () => {
  court = await openCourt();
});
afterAll(() => court.close());
beforeEach(async () => {
  account = await court.newAccount();
});

async function chargedBackOrder(): Promise<OrderId> {
  const id = await account.order();
  await account.chargeBack(id);
  return id;
}

async function paidFine(): Promise<OrderId> {
  const id = await account.order('fine');
  expect(await account.payFine(id)).toBe(true);
  return id;
}

/** After the fine is paid, account and device are restricted no more; the card still is. */
const SETTLED = { ...FREE, isCardStopped: true };

describe('a fine', () => {
  it('[FIN-01] a paid fine lifts its ban, and a second fine paid afterwards finds no ban to lift', async () => {
    await chargedBackOrder();
    const fine = await paidFine();
    expect(await account.payFine(fine)).toBe(true);
    expect(await account.payFine(await account.order('fine'))).toBe(false);
  });

  it('[FIN-01] a paid fine lifts the restrictions of account and device, but not that of the card which was charged back', async () => {
    const id = await chargedBackOrder();
    await paidFine();
    expect(await account.seen()).toEqual(SETTLED);
    // A repeated report of the same chargeback changes nothing.
    expect(await account.chargeBack(id)).toBe(false);
    expect(await account.seen()).toEqual(SETTLED);
  });

  it('[FIN-01] a fine charged back by a stranger restores the ban, and winning the dispute about the fine lifts it again', async () => {
    const id = await chargedBackOrder();
    const fine = await paidFine();
    expect(await account.chargeBack(fine, STRANGER)).toBe(false);
    expect(await account.seen()).toEqual(bannedAt(0));
    expect(await account.clear(fine)).toEqual([]);
    expect(await account.seen()).toEqual(SETTLED);
    // The fine still belongs to the first chargeback's ban.
    expect(await account.clear(id)).toEqual([fine]);
  });
});

it('[FIN-01] an account whose fine is paid while another order is charged back stays banned', async () => {
  for (let times = 0; times < 8; times += 1) {
    account = await court.newAccount();
    await chargedBackOrder();
    const [fine, another] = [await account.order('fine'), await account.order()];
    await Promise.all([account.payFine(fine), account.chargeBack(another)]);
    expect(await account.seen()).toMatchObject({ status: 'banned', count: 1, stopped: 'payer-restricted' });
  }
});

describe('a dispute that was won', () => {
  it('[ORD-14] when one of two disputes is won, the account stays banned for the other order, with a lower fine', async () => {
    const [one, two] = [await chargedBackOrder(), await chargedBackOrder()];
    expect(await account.seen()).toEqual(bannedAt(1));
    await account.clear(one);
    expect(await account.seen()).toEqual(bannedAt(0));
    await account.clear(two);
    expect(await account.seen()).toEqual(FREE);
  });

  it('[ORD-14] a won dispute refunds the fine paid for its ban, and winning the dispute of another order does not', async () => {
    const one = await chargedBackOrder();
    const fine = await paidFine();
    const two = await chargedBackOrder();
    expect(await account.clear(one)).toEqual([fine]);
    expect(await account.clear(one)).toEqual([fine]);
    expect(await account.seen()).toEqual(bannedAt(0));
    expect(await account.clear(two)).toEqual([]);
    expect(await account.seen()).toEqual(FREE);
  });

  it('[ORD-14] a fine paid for two bans is refunded only when the second of their disputes is won', async () => {
    const [one, two] = [await chargedBackOrder(), await chargedBackOrder()];
    const fine = await paidFine();
    expect(await account.clear(one)).toEqual([]);
    expect(await account.clear(two)).toEqual([fine]);
    expect(await account.clear(one)).toEqual([]);
  });

  it('[ORD-14] when a won dispute is lost after all, the account is banned again, and the refunded fine counts no more', async () => {
    const id = await chargedBackOrder();
    const fine = await paidFine();
    expect(await account.clear(id)).toEqual([fine]);
    await account.chargeBack(id);
    expect(await account.seen()).toEqual(bannedAt(0));
    expect(await account.clear(id)).toEqual([fine]);
  });

  it('[ORD-14] when the dispute about a first fine is won after a second fine was paid, the second fine is refunded', async () => {
    await chargedBackOrder();
    const first = await paidFine();
    await account.chargeBack(first);
    expect(await account.seen()).toEqual(bannedAt(1));
    const second = await paidFine();
    expect(await account.clear(first)).toEqual([second]);
    expect(await account.seen()).toEqual(SETTLED);
  });

  it('[ORD-14] a fine that is itself disputed is refunded only once both the order’s and the fine’s dispute are won', async () => {
    const id = await chargedBackOrder();
    const fine = await paidFine();
    await account.chargeBack(fine, STRANGER);
    expect(await account.clear(id)).toEqual([]);
    expect((await account.seen()).status).toBe('normal');
    expect(await account.clear(fine)).toEqual([fine]);
  });
});
