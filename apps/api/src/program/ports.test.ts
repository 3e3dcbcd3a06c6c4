import { randomUUID } from 'node:crypto';
import {
  createFinePay,
  findRecipient,
  logInWithTicket,
  readFine,
  readSignedInAccount,
} from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, usdCents, type DisplayId } from '@jawhara/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placed } from '../test/card-payer.ts';
import { bannedAccount } from '../test/fine-payer.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { ownDirectories, type Directories } from './ports.ts';

const AWAY = { kind: 'not-reachable' } as const;

let shop: Shop;
let isAway = false;

/** The shop's own tables, which the test can make as unreachable as another company's server. */
function mayBeAway(own: Directories): Directories {
  return {
    accounts: { accountById: async (id) => (isAway ? AWAY : own.accounts.accountById(id)) },
    recipients: { findRecipient: async (lookup) => (isAway ? AWAY : own.recipients.findRecipient(lookup)) },
    bans: { banOf: async (id) => (isAway ? AWAY : own.bans.banOf(id)) },
  };
}

beforeAll(async () => {
  shop = await openShop({ directories: mayBeAway });
});
beforeEach(() => {
  isAway = false;
});
afterAll(() => shop.close());

const ordersStored = async (): Promise<number> => {
  const [row] = await shop.db<{ count: number }[]>`select count(*)::int as count from orders`;
  return row?.count ?? 0;
};

describe('the shop’s own account tables', () => {
  const own = () => ownDirectories(shop.db, () => new Date());

  it('the shop’s own tables return an existing account, and report an unknown one as unknown', async () => {
    expect(await own().accounts.accountById(accountId(1001))).toMatchObject({ account: { id: 1001 } });
    expect(await own().accounts.accountById(accountId(999_999))).toEqual({ kind: 'unknown' });
  });

  it('a recipient is found only by the exact display id, and a banned recipient is returned with the ban', async () => {
    const find = (displayId: string) =>
      own().recipients.findRecipient({ displayId: displayId as DisplayId, purpose: 'topup' });
    expect(await find('5048213')).toMatchObject({ kind: 'found', isBanned: false });
    expect(await find('504821')).toEqual({ kind: 'refused', refusal: 'not-found' });
    const banned = await bannedAccount(shop.db);
    expect(await find(banned.displayId)).toMatchObject({
      kind: 'found',
      isBanned: true,
      recipient: { accountId: banned.id },
    });
  });

  it('the shop’s own tables return the ban of a banned account, and report an account without a ban as free', async () => {
    const { id } = await bannedAccount(shop.db, { count: 2 });
    expect(await own().bans.banOf(accountId(id))).toMatchObject({
      kind: 'banned',
      ban: { kind: 'refund', refundBanCount: 2 },
    });
    expect(await own().bans.banOf(accountId(1001))).toEqual({ kind: 'free' });
  });
});

describe('while the account directory is away', () => {
  it('a recipient look-up is refused as busy while the account directory is unavailable, and works afterwards', async () => {
    const visitor = shop.visitor();
    const find = async () =>
      (await visitor.call(findRecipient, { displayId: '5048213' as DisplayId })).refusal;
    isAway = true;
    expect(await find()).toBe('busy');
    isAway = false;
    expect(await find()).toBeNull();
  });

  it('no order is opened while the account directory is unavailable, and the same request succeeds afterwards', async () => {
    const payer = shop.visitor();
    const before = await ordersStored();
    const requestId = randomUUID();
    isAway = true;
    const refused = await payer.buy('approve', { requestId });
    expect(refused).toMatchObject({ refusal: 'payments-paused', status: 503 });
    expect(await ordersStored()).toBe(before);
    isAway = false;
    placed(await payer.buy('approve', { requestId }));
  });

  it('no fine is quoted or charged while the account directory is unavailable', async () => {
    const { id, displayId } = await bannedAccount(shop.db);
    const payer = shop.visitor();
    const before = await ordersStored();
    isAway = true;
    expect((await payer.call(readFine, { displayId })).refusal).toBe('busy');
    for (const account of [{ displayId }, { accountId: accountId(id) }]) {
      const paid = await payer.call(
        createFinePay,
        {
          account,
          shown: { amountUsdCents: usdCents(2000) },
          payType: CHECKOUT_COM_CARD,
          card: { token: await shop.token('approve') },
        },
        { 'x-request-id': randomUUID() },
      );
      expect(paid.refusal).toBe('payments-paused');
    }
    expect(await ordersStored()).toBe(before);
  });

  it('a call with a session is refused as busy while the account directory is unavailable; afterwards the session is valid', async () => {
    const visitor = shop.visitor();
    const login = await visitor.call(logInWithTicket, { ticket: await shop.ticket(1001) });
    const headers = { 'x-session-key': login.value?.sessionKey ?? '' };
    const asSignedIn = async () => (await visitor.call(readSignedInAccount, {}, headers)).refusal;
    expect(await asSignedIn()).toBeNull();
    isAway = true;
    expect(await asSignedIn()).toBe('busy');
    isAway = false;
    expect(await asSignedIn()).toBeNull();
  });
});
