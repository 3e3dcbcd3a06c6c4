import * as contract from '@jawhara/contract';
import { UNGUESSABLE_FAILURES_FACTOR } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

/** An address at which no server listens: both sign-in providers are unreachable. */
const NOWHERE = 'http://127.0.0.1:1';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    env: {
      FACEBOOK_API_URL: NOWHERE,
      GOOGLE_CERTS_URL: `${NOWHERE}/certs`,
      LOGIN_TRIES_PER_ADDRESS: '1',
      LOGIN_TRIES_WINDOW_S: '120',
    },
  });
});
afterAll(() => shop.close());

const accessToken = { userId: '10150000000001001', accessToken: 'EAAJ0123456789' };
const idToken = `${Buffer.from('{"alg":"RS256","kid":"k"}').toString('base64url')}.e30.c2ln`;

/** All calls that sign in by a social provider. */
const DOORS = {
  facebook: (headers: Record<string, string>) =>
    shop.visitor().call(contract.logInWithFacebook, accessToken, headers),
  'login key': (headers: Record<string, string>) =>
    shop.visitor().call(contract.readLoginKey, accessToken, headers),
  google: (headers: Record<string, string>) =>
    shop.visitor().call(contract.logInWithGoogle, { idToken }, headers),
};

it.each(Object.entries(DOORS))(
  '%s: an unreachable sign-in provider is reported as unavailable, and such sign-ins are limited per IP address',
  async (name, door) => {
    const here = { 'x-forwarded-for': `10.2.0.${name.length}` };
    for (let i = 0; i < UNGUESSABLE_FAILURES_FACTOR; i += 1)
      expect((await door(here)).refusal).toBe('login-provider-away');
    const last = await door(here);
    expect(last).toMatchObject({ refusal: 'too-many-tries', status: 429, value: null });
    const waitS = Number(last.headers.get('retry-after'));
    expect(waitS).toBeGreaterThan(60);
    expect(waitS).toBeLessThanOrEqual(120);
  },
);

it('[LGN-08] password, ticket and social sign-ins from one address have separate limits for failed tries', async () => {
  const here = { 'x-forwarded-for': '10.2.0.100' };
  const right = { typedId: '5048213', password: 'jawhara-2026' };
  const withPassword = (password: string) =>
    shop.visitor().call(contract.logInWithPassword, { ...right, password }, here);
  for (let i = 0; i < UNGUESSABLE_FAILURES_FACTOR; i += 1) await DOORS.google(here);
  expect((await DOORS.google(here)).refusal).toBe('too-many-tries');
  expect((await shop.visitor().call(contract.logInWithTicket, { ticket: 'x' }, here)).refusal).toBe(
    'login-ticket-void',
  );
  expect((await withPassword('wrong')).refusal).toBe('login-wrong');
  expect((await withPassword(right.password)).refusal).toBe('too-many-tries');
  const ticket = await shop.ticket(1001);
  expect((await shop.visitor().call(contract.logInWithTicket, { ticket }, here)).refusal).toBeNull();
});
