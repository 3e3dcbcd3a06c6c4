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

/** The fine settled it with the person; the card stays stopped. */
const SETTLED = { ...FREE, isCardStopped: true };

describe('a fine', () => {
  it('[FIN-01] is paid once however often it is reported, and finds nothing where nothing stands', async () => {
    await chargedBackOrder();
    const fine = await paidFine();
    expect(await account.payFine(fine)).toBe(true);
    expect(await account.payFine(await account.order('fine'))).toBe(false);
  });

  it('[FIN-01] frees account and device, never the card that was disputed', async () => {
    const id = await chargedBackOrder();
    await paidFine();
    expect(await account.seen()).toEqual(SETTLED);
    // A word that comes again changes nothing.
    expect(await account.chargeBack(id)).toBe(false);
    expect(await account.seen()).toEqual(SETTLED);
  });

  it('[FIN-01] charged back by a stranger is unpaid again, and paid again when that dispute is won', async () => {
    const id = await chargedBackOrder();
    const fine = await paidFine();
    expect(await account.chargeBack(fine, STRANGER)).toBe(false);
    expect(await account.seen()).toEqual(bannedAt(0));
    expect(await account.clear(fine)).toEqual([]);
    expect(await account.seen()).toEqual(SETTLED);
    // And it is still the fine of that ban.
    expect(await account.clear(id)).toEqual([fine]);
  });
});

it('[FIN-01] a fine and another chargeback at the same moment leave the account banned, whichever comes first', async () => {
  for (let times = 0; times < 8; times += 1) {
    account = await court.newAccount();
    await chargedBackOrder();
    const [fine, another] = [await account.order('fine'), await account.order()];
    await Promise.all([account.payFine(fine), account.chargeBack(another)]);
    expect(await account.seen()).toMatchObject({ status: 'banned', count: 1, stopped: 'payer-restricted' });
  }
});

describe('a dispute that ended well', () => {
  it('[ORD-14] leaves the ban of another order, at the price of one less', async () => {
    const [one, two] = [await chargedBackOrder(), await chargedBackOrder()];
    expect(await account.seen()).toEqual(bannedAt(1));
    await account.clear(one);
    expect(await account.seen()).toEqual(bannedAt(0));
    await account.clear(two);
    expect(await account.seen()).toEqual(FREE);
  });

  it('[ORD-14] names the fine that was paid for it, the same one each time, and no other order names it too', async () => {
    const one = await chargedBackOrder();
    const fine = await paidFine();
    const two = await chargedBackOrder();
    expect(await account.clear(one)).toEqual([fine]);
    expect(await account.clear(one)).toEqual([fine]);
    expect(await account.seen()).toEqual(bannedAt(0));
    expect(await account.clear(two)).toEqual([]);
    expect(await account.seen()).toEqual(FREE);
  });

  it('[ORD-14] names a fine for two bans only with the second of them', async () => {
    const [one, two] = [await chargedBackOrder(), await chargedBackOrder()];
    const fine = await paidFine();
    expect(await account.clear(one)).toEqual([]);
    expect(await account.clear(two)).toEqual([fine]);
    expect(await account.clear(one)).toEqual([]);
  });

  it('[ORD-14] and then badly after all bans again: the fine that went back pays no more', async () => {
    const id = await chargedBackOrder();
    const fine = await paidFine();
    expect(await account.clear(id)).toEqual([fine]);
    await account.chargeBack(id);
    expect(await account.seen()).toEqual(bannedAt(0));
    expect(await account.clear(id)).toEqual([fine]);
  });

  it('[ORD-14] of a fine, after a second was paid: the second, dearer one goes back', async () => {
    await chargedBackOrder();
    const first = await paidFine();
    await account.chargeBack(first);
    expect(await account.seen()).toEqual(bannedAt(1));
    const second = await paidFine();
    expect(await account.clear(first)).toEqual([second]);
    expect(await account.seen()).toEqual(SETTLED);
  });

  it('[ORD-14] does not send back a fine whose money a bank has taken, until that is won too', async () => {
    const id = await chargedBackOrder();
    const fine = await paidFine();
    await account.chargeBack(fine, STRANGER);
    expect(await account.clear(id)).toEqual([]);
    expect((await account.seen()).status).toBe('normal');
    expect(await account.clear(fine)).toEqual([fine]);
  });
});
