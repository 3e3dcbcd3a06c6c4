import * as contract from '@jawhara/contract';
import type { SignedIn } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Called, type Shop, type Visitor } from '../test/shop.ts';
import { socialTokens } from '../test/social-tokens.ts';
import { hasBeenOn, rememberDevice } from './account.store.ts';
import { openSession } from './session-key.ts';
import { inTransaction } from '../platform/postgres.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.db`delete from account_devices`);

const rows = async () =>
  (
    await shop.db<{ account: number; device: string }[]>`
    select account_id as account, device from account_devices order by 1, 2`
  ).map((row) => ({ ...row }));

const LOGINS: Record<string, (visitor: Visitor) => Promise<Called<SignedIn>>> = {
  password: (visitor) =>
    visitor.call(contract.logInWithPassword, { typedId: '5048213', password: 'jawhara-2026' }),
  ticket: async (visitor) => visitor.call(contract.logInWithTicket, { ticket: await shop.ticket(1001) }),
  facebook: async (visitor) =>
    visitor.call(
      contract.logInWithFacebook,
      await socialTokens(shop.sandboxUrl).facebook('10150000000001001'),
    ),
  'facebook, by its other call': async (visitor) =>
    visitor.call(contract.readLoginKey, await socialTokens(shop.sandboxUrl).facebook('10150000000001001')),
};

describe('devices stored with an account at sign-in', () => {
  it.each(Object.keys(LOGINS))(
    '[ORD-14] a device that signs in by %s is stored once with the account, also after the session has ended',
    async (kind) => {
      const [visitor, logIn] = [shop.visitor(), LOGINS[kind]];
      const first = await logIn?.(visitor);
      await logIn?.(visitor);
      await visitor.call(contract.logOut, {}, { 'x-session-key': first?.value?.sessionKey ?? '' });
      expect(await rows()).toEqual([{ account: 1001, device: expect.any(String) }]);
      // A second account on this device adds a row, and so does a second device of the first account.
      await visitor.call(contract.logInWithTicket, { ticket: await shop.ticket(1002) });
      await logIn?.(shop.visitor());
      const found = await rows();
      expect(found.map(({ account }) => account)).toEqual([1001, 1001, 1002]);
      expect(new Set(found.map(({ device }) => device)).size).toBe(2);
    },
  );

  it('[ORD-14] a device that signs in by Google is stored with the account', async () => {
    const visitor = shop.visitor();
    const { idToken } = await socialTokens(shop.sandboxUrl).googleOn(visitor, '110000000000000001002');
    await visitor.call(contract.logInWithGoogle, { idToken });
    expect((await rows()).map(({ account }) => account)).toEqual([1002]);
  });

  it('a device whose sign-in fails is not stored with any account', async () => {
    await shop.visitor().call(contract.logInWithPassword, { typedId: '5048213', password: 'wrong' });
    await shop.visitor().call(contract.logInWithTicket, { ticket: await shop.ticket(2001) });
    expect(await rows()).toEqual([]);
  });
});

describe('a device that sends a session key opened elsewhere', () => {
  const key = () =>
    openSession({ db: shop.db, now: systemClock, chance: systemChance }, accountId(1003), 'app');

  it('[ORD-14] a device that sends a session key opened on another device is stored with the account at its second call', async () => {
    const [visitor, headers] = [shop.visitor(), { 'x-session-key': await key() }];
    await visitor.call(contract.readSignedInAccount, {}, headers);
    expect(await rows()).toEqual([]);
    await visitor.call(contract.readSignedInAccount, {}, headers);
    await visitor.call(contract.readSignedInAccount, {}, headers);
    expect((await rows()).map(({ account }) => account)).toEqual([1003]);
    await visitor.call(contract.readSignedInAccount, {}, { 'x-session-key': 'f'.repeat(64) });
    expect(await rows()).toHaveLength(1);
  });
});

it('[ORD-14] at most a thousand devices are stored for one account', async () => {
  await shop.db`
    insert into account_devices select 1004, 'device ' || n, now() from generate_series(1, 999) n`;
  for (const device of ['the last', 'one too many'])
    await inTransaction(shop.db, (tx) =>
      rememberDevice(tx, { accountId: accountId(1004), device }, new Date()),
    );
  expect(await hasBeenOn(shop.db, { accountId: accountId(1004), device: 'the last' })).toBe(true);
  expect(await hasBeenOn(shop.db, { accountId: accountId(1004), device: 'one too many' })).toBe(false);
});
