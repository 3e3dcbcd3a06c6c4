import { logInWithFacebook, logInWithGoogle, readLoginKey } from '@jawhara/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A Facebook user id that by chance passes the check digit of card numbers. */
const LUCKY_ID = '4539578763621486';

async function resultOf(path: string, body: object): Promise<number> {
  const response = await fetch(`${shop.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { result: number }).result;
}

it('a Facebook user id that looks like a card number is not refused as card data at sign-in', async () => {
  const proof = { user_id: LUCKY_ID, access_token: 'no-such-token' };
  expect(await resultOf(logInWithFacebook.path, proof)).toBe(22023);
  expect(await resultOf(readLoginKey.path, { ...proof, login_type: 'facebook' })).toBe(22023);
});

it('[EXP-10] a number like a card is refused in every other field of a sign-in, and inside an object', async () => {
  const proof = { user_id: '1', access_token: 'no-such-token' };
  expect(await resultOf(logInWithFacebook.path, { ...proof, device: LUCKY_ID })).toBe(22002);
  expect(await resultOf(logInWithFacebook.path, { ...proof, user_id: { number: LUCKY_ID } })).toBe(22002);
  expect(await resultOf(logInWithGoogle.path, { id_token: 'x', user_id: LUCKY_ID })).toBe(22002);
});
