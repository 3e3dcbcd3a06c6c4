import { Script } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SCENARIOS } from '../../scenarios.ts';
import { BUYER, openTestShop, order, USER, type Data, type TestShop } from '../../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

async function session(tokenForFutureUse: boolean): Promise<Data> {
  const sessionRequest = {
    country: 'SA',
    currency: 'USD',
    userId: USER,
    componentList: ['CARD'],
    tokenForFutureUse,
  };
  return (await shop.call('applyDropinSession', sessionRequest)).data;
}

/** Sends the card as the card frame does when the shop requests a token. */
async function prove(keys: Data, more: object = {}): Promise<{ code: string; data?: Data }> {
  const { number } = SCENARIOS.approve;
  const card = { number, expiryMonth: 12, expiryYear: 2040, cvv: '100', holder: 'Sara' };
  const answer = await fetch(`${shop.url}/payermax/dropin/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...keys, ...card, ...more }),
  });
  return (await answer.json()) as Awaited<ReturnType<typeof prove>>;
}

function pay(keys: Data, paymentToken: unknown, more: object = {}, userId = USER) {
  const { sessionKey } = keys;
  const paymentDetail = { paymentToken, sessionKey, buyerInfo: BUYER, ...more };
  return shop.call('orderAndPay', order({ integrate: 'Direct_Payment', paymentDetail, userId }));
}

describe('PayerMax’s drop-in', () => {
  it('PayerMax’s drop-in gives a token without the card number, which pays once', async () => {
    const keys = await session(false);
    const { code, data } = await prove(keys);
    expect(code).toBe('APPLY_SUCCESS');
    expect(data).toMatchObject({
      maskCardNumber: '424242******4242',
      cardOrg: 'VISA',
      agreementAccepted: false,
    });
    expect(JSON.stringify(data)).not.toContain(SCENARIOS.approve.number);
    expect((await pay(keys, data?.['paymentToken'])).data).toMatchObject({ status: 'SUCCESS' });
    expect(await pay(keys, data?.['paymentToken'])).toMatchObject({ code: 'PARAMS_INVALID' });
  });

  it('PayerMax’s drop-in token belongs to one session and its user', async () => {
    const keys = await session(false);
    expect(await prove({ ...keys, clientKey: 'another' })).toMatchObject({ code: 'PARAMS_INVALID' });
    const { data } = await prove(keys);
    expect(await pay(keys, data?.['paymentToken'], {}, 'user_2')).toMatchObject({ code: 'PARAMS_INVALID' });
  });

  it('PayerMax’s drop-in saves the card only if the session offered it and the payer agreed', async () => {
    const attempt = async (isOffered: boolean, isAgreed: boolean) => {
      const keys = await session(isOffered);
      const { data } = await prove(keys, { isAgreed });
      return pay(keys, data?.['paymentToken'], { tokenForFutureUse: true });
    };
    expect(await attempt(false, true)).toMatchObject({ code: 'PARAMS_INVALID' });
    expect(await attempt(true, false)).toMatchObject({ code: 'PARAMS_INVALID' });
    expect((await attempt(true, true)).data).toMatchObject({ status: 'SUCCESS' });
  });

  it.each([
    ['CARD_INVALID', { number: '4242424242424241' }],
    ['UNSUPPORT_CARD', { number: '6011111111111117' }],
    ['CARD_EXPIRE_DATE_INVALID', { expiryYear: 2020 }],
    ['CVV_INVALID', { cvv: '1' }],
  ])('PayerMax’s drop-in refuses a wrong card field with %s', async (code, wrong) => {
    expect(await prove(await session(false), wrong)).toMatchObject({ code });
  });

  it('PayerMax’s drop-in serves one script for the page and a frame with all its parts', async () => {
    const text = async (path: string) => (await fetch(`${shop.url}/payermax/dropin/${path}`)).text();
    const script = await text('js/pmdropin.min.js');
    expect(() => new Script(script)).not.toThrow();
    expect(await text('card.html')).toContain('/payermax/dropin/dropin-frame.ts');
    const seen = new Set<string>();
    const follow = async (address: string): Promise<void> => {
      if (seen.has(address)) return;
      seen.add(address);
      const answer = await fetch(address);
      expect([address, answer.status]).toEqual([address, 200]);
      for (const [, path = ''] of (await answer.text()).matchAll(/from '([^']+)'/g))
        await follow(new URL(path, address).href);
    };
    await follow(`${shop.url}/payermax/dropin/dropin-frame.ts`);
    expect(seen.size).toBe(6);
  });
});
