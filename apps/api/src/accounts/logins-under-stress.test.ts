import * as contract from '@jawhara/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

/** Nothing listens there: both social providers are away. */
const NOWHERE = 'http://127.0.0.1:1';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    env: {
      FACEBOOK_API_URL: NOWHERE,
      GOOGLE_CERTS_URL: `${NOWHERE}/certs`,
      LOGIN_TRIES_PER_ADDRESS: '2',
      LOGIN_TRIES_WINDOW_S: '120',
    },
  });
});
afterAll(() => shop.close());

const accessToken = { userId: '10150000000001001', accessToken: 'EAAJ0123456789' };
const idToken = `${Buffer.from('{"alg":"RS256","kid":"k"}').toString('base64url')}.e30.c2ln`;

/** Every social door, two tries each and a third that is one too many. */
const DOORS = {
  facebook: (headers: Record<string, string>) =>
    shop.visitor().call(contract.logInWithFacebook, accessToken, headers),
  'login key': (headers: Record<string, string>) =>
    shop.visitor().call(contract.readLoginKey, accessToken, headers),
  google: (headers: Record<string, string>) =>
    shop.visitor().call(contract.logInWithGoogle, { idToken }, headers),
};

it.each(Object.entries(DOORS))(
  '%s: a provider that is away is said to be away, and tries are limited per address',
  async (name, door) => {
    const here = { 'x-forwarded-for': `10.2.0.${name.length}` };
    expect((await door(here)).refusal).toBe('login-provider-away');
    expect((await door(here)).refusal).toBe('login-provider-away');
    const third = await door(here);
    expect(third).toMatchObject({ refusal: 'too-many-tries', status: 429, value: null });
    const waitS = Number(third.headers.get('retry-after'));
    expect(waitS).toBeGreaterThan(60);
    expect(waitS).toBeLessThanOrEqual(120);
  },
);

it('[LGN-08] one address shares its tries between all kinds of login', async () => {
  const here = { 'x-forwarded-for': '10.2.0.100' };
  await DOORS.google(here);
  await shop.visitor().call(contract.logInWithTicket, { ticket: 'x' }, here);
  const right = { typedId: '5048213', password: 'jawhara-2026' };
  expect((await shop.visitor().call(contract.logInWithPassword, right, here)).refusal).toBe('too-many-tries');
});
