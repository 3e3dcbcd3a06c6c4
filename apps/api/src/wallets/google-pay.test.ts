import { randomUUID } from 'node:crypto';
import { createCoinPay, readCardOfOrder, readSiteConfig } from '@jawhara/contract';
import { accountId, type PayType, type RechargeId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { googlePaySiteOf } from '../program/env-parts.ts';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { googleToken } from '../test/google-token.ts';
import { openShop, orderState, type Shop, type Visitor } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    env: { GOOGLE_PAY_ENVIRONMENT: 'TEST', GOOGLE_PAY_SCRIPT_URL: 'https://pay.example/pay.js' },
  });
});
afterAll(() => shop.close());

/** The gateway for which the site would have Google Pay encrypt the card for this provider. */
async function gatewayOf(provider: number) {
  const { value } = await shop.visitor().call(readSiteConfig, {});
  const gateway = value?.googlePay?.gateways.find((one) => one.provider === provider);
  if (gateway === undefined) throw new Error(`no gateway for ${provider}`);
  return gateway;
}

const buyWith = (visitor: Visitor, payType: PayType, googlePayToken: string) =>
  visitor.call(
    createCoinPay,
    {
      rechargeId: 'gems-1060' as RechargeId,
      recipientId: accountId(1001),
      payType,
      card: { googlePayToken },
      repeatOf: ANY_REPEAT,
    },
    { 'x-request-id': randomUUID() },
  );

describe('Google Pay', () => {
  it('the site gets Google Pay’s script, environment and gateways when Google Pay is configured', async () => {
    const { value } = await shop.visitor().call(readSiteConfig, {});
    expect(value?.googlePay).toEqual({
      scriptUrl: 'https://pay.example/pay.js',
      environment: 'TEST',
      merchantId: null,
      gateways: [
        { provider: 13, gateway: 'checkoutltd', gatewayMerchantId: expect.stringMatching(/^pk_/) },
        { provider: 17, gateway: 'adyen', gatewayMerchantId: 'JawharaTest' },
      ],
    });
  });

  it.each([
    [23, 13],
    [27, 17],
  ] as const)(
    '[TYP-01] a payer pays with Google Pay by pay type %i, and the order shows the wallet of its card',
    async (payType, provider) => {
      const payer = shop.visitor();
      const { googlePayToken } = await googleToken(shop.sandboxUrl, 'approve', await gatewayOf(provider));
      const { orderId, answer } = placed(await buyWith(payer, payType, googlePayToken));
      expect(answer).toEqual({ kind: 'paid' });
      expect(await orderState(shop.db, orderId)).toBe('delivered');
      expect((await payer.call(readCardOfOrder, { orderId })).value).toEqual({
        card: null,
        paidWith: { scheme: 'visa', last4: '4242', wallet: 'google-pay' },
        refusedWith: null,
      });
      const { signature } = JSON.parse(googlePayToken) as { signature: string };
      expect(shop.log()).not.toContain(signature);
    },
  );

  it('a Google Pay payment may need a challenge, or be pending and delivered later', async () => {
    const gateway = await gatewayOf(13);
    const challengeToken = await googleToken(shop.sandboxUrl, 'challenge', gateway);
    expect(placed(await buyWith(shop.visitor(), 23, challengeToken.googlePayToken)).answer.kind).toBe(
      'challenge',
    );
    const waits = await googleToken(shop.sandboxUrl, 'pending-then-approved', gateway);
    const { orderId, answer } = placed(await buyWith(shop.visitor(), 23, waits.googlePayToken));
    expect(answer).toEqual({ kind: 'pending' });
    await becomes(shop, orderId, 'delivered');
  });

  it('a Google Pay token is refused at another provider than it was encrypted for, and so is an invalid token', async () => {
    const { googlePayToken } = await googleToken(shop.sandboxUrl, 'approve', await gatewayOf(13));
    expect((await buyWith(shop.visitor(), 24, googlePayToken)).refusal).toBe('pay-type-not-offered');
    // The token is encrypted for Checkout.com but sent to Adyen.
    const misled = placed(await buyWith(shop.visitor(), 27, googlePayToken));
    expect(misled.answer).toEqual({ kind: 'refused', outcome: 'other' });
    for (const token of ['x', '{}', JSON.stringify({ signature: 'x' })])
      expect((await buyWith(shop.visitor(), 23, token)).value).toBeNull();
  });

  it('the server does not start with live Google Pay and without a merchant id', () => {
    const world = { GOOGLE_PAY_SCRIPT_URL: 'https://pay.example/pay.js' };
    expect(googlePaySiteOf(world)).toBeNull();
    expect(() => googlePaySiteOf({ ...world, GOOGLE_PAY_ENVIRONMENT: 'PRODUCTION' })).toThrow(
      'GOOGLE_PAY_MERCHANT_ID',
    );
    const live = { ...world, GOOGLE_PAY_ENVIRONMENT: 'PRODUCTION', GOOGLE_PAY_MERCHANT_ID: 'BCR2' } as const;
    expect(googlePaySiteOf(live)).toMatchObject({ environment: 'PRODUCTION', merchantId: 'BCR2' });
  });
});
