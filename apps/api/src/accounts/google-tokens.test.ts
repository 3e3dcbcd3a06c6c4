import * as contract from '@jawhara/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop, type Visitor } from '../test/shop.ts';
import { googleNonce, socialTokens } from '../test/social-tokens.ts';
import { forgetEndedLogins } from './log-in.ts';
import { isNonceOfDevice, nonceOfDevice } from './social-sign-in.ts';

const AMAL = '110000000000000001002';
const DEACTIVATED = '110000000000000002002';
const HOUR_MS = 3_600_000;

let shop: Shop;
let tokens: ReturnType<typeof socialTokens>;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
beforeAll(async () => {
  shop = await openShop({ now });
  tokens = socialTokens(shop.sandboxUrl);
});
afterEach(() => (aheadMs = 0));
afterAll(() => shop.close());

const logIn = (visitor: Visitor, idToken: string) => visitor.call(contract.logInWithGoogle, { idToken });
const refusalOf = async (visitor: Visitor, idToken: string) => (await logIn(visitor, idToken)).refusal;

/** The same token with the last letter of its signature replaced: a decoder ignores the lowest four bits of that letter. */
function spelledOtherwise(idToken: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(idToken.at(-1) ?? '');
  return [last ^ 1, last ^ 2, last ^ 8].map((at) => `${idToken.slice(0, -1)}${alphabet[at]}`);
}

describe('an id token of Google', () => {
  it('[LGN-02] a Google id token signs in once and is then refused, also if the same signature is written with other letters', async () => {
    const visitor = shop.visitor();
    const { idToken } = await tokens.googleOn(visitor, AMAL);
    expect(await refusalOf(visitor, idToken)).toBeNull();
    for (const again of [idToken, ...spelledOtherwise(idToken)])
      expect(await refusalOf(visitor, again)).toBe('login-refused');
    const { idToken: another } = await tokens.googleOn(visitor, AMAL);
    expect(await refusalOf(visitor, another)).toBeNull();
  });

  it('[LGN-02] a Google id token that is sent eight times at once signs in once', async () => {
    const visitor = shop.visitor();
    const { idToken } = await tokens.googleOn(visitor, AMAL);
    const ends = await Promise.all(Array.from({ length: 8 }, () => refusalOf(visitor, idToken)));
    expect(ends.filter((refusal) => refusal === null)).toHaveLength(1);
  });

  it('[LGN-02] a stolen Google id token is refused on another device, and still signs in on its own device', async () => {
    const [owner, thief, nobody] = [shop.visitor(), shop.visitor(), shop.visitor()];
    const { idToken } = await tokens.googleOn(owner, AMAL);
    await googleNonce(thief);
    expect(await refusalOf(thief, idToken)).toBe('login-refused');
    expect(await refusalOf(nobody, idToken)).toBe('login-refused');
    expect(await refusalOf(owner, idToken)).toBeNull();
  });

  it.each([
    ['no nonce', undefined],
    ['an empty nonce', ''],
    ['a nonce of its own making', 'abcdefgh'],
  ])('[LGN-02] a Google id token with %s is refused', async (_what, nonce) => {
    const visitor = shop.visitor();
    await googleNonce(visitor);
    const { idToken } = await tokens.google(AMAL, 'good', nonce);
    expect(await refusalOf(visitor, idToken)).toBe('login-refused');
  });

  it('a Google id token refused for a closed account counts as used: a second sign-in is refused for that reason', async () => {
    const visitor = shop.visitor();
    const { idToken } = await tokens.googleOn(visitor, DEACTIVATED);
    expect(await refusalOf(visitor, idToken)).toBe('login-closed');
    expect(await refusalOf(visitor, idToken)).toBe('login-refused');
  });

  it('a used Google id token stays stored until it has expired, and is deleted afterwards', async () => {
    await shop.db`delete from used_sign_in_tokens`;
    const visitor = shop.visitor();
    const { idToken } = await tokens.googleOn(visitor, AMAL);
    await logIn(visitor, idToken);
    aheadMs = HOUR_MS + 30_000;
    expect(await refusalOf(visitor, idToken)).toBe('login-refused');
    expect((await forgetEndedLogins({ db: shop.db, now })).tokens).toBe(0);
    aheadMs = HOUR_MS + 90_000;
    expect((await forgetEndedLogins({ db: shop.db, now })).tokens).toBe(1);
  });
});

describe('the sign-in nonce of a device', () => {
  it('a device with a cookie gets the same sign-in nonce each time, and another device gets a different one', async () => {
    const [one, other] = [shop.visitor(), shop.visitor()];
    expect((await one.call(contract.readSignInProviders, {})).value?.google?.nonce).toBe('');
    const nonce = await googleNonce(one);
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(await googleNonce(one)).toBe(nonce);
    expect(await googleNonce(other)).not.toBe(nonce);
  });

  it('a sign-in nonce is signed with the first key and accepted under every configured key', () => {
    const nonce = nonceOfDevice('device', ['old key']);
    expect(isNonceOfDevice(nonce, 'device', ['new key', 'old key'])).toBe(true);
    expect(isNonceOfDevice(nonce, 'device', ['new key'])).toBe(false);
    expect(isNonceOfDevice(nonce, 'another', ['old key'])).toBe(false);
    for (const sent of [undefined, null, 7, '', 'x', `${nonce}A`])
      expect(isNonceOfDevice(sent, 'device', ['old key'])).toBe(false);
  });
});
