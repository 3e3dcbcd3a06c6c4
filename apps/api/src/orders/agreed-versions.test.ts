import { randomUUID } from 'node:crypto';
import { createCoinPay, ERROR_CATALOGUE } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  LEGAL_VERSIONS,
  orderNumber,
  type LegalVersions,
  type OrderId,
  type RechargeId,
} from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placed } from '../test/card-payer.ts';
import { bannedAccount, payFine } from '../test/fine-payer.ts';
import { runOps } from '../test/run-ops.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ODD: LegalVersions = { agreement: 7, privacy: 12, refunds: 3 };

async function buy(agreed?: LegalVersions): Promise<OrderId> {
  const order = {
    rechargeId: 'gems-100' as RechargeId,
    recipientId: accountId(1001),
    payType: CHECKOUT_COM_CARD,
    card: { token: await shop.token('approve') },
    ...(agreed === undefined ? {} : { agreed }),
  };
  return placed(await shop.visitor().call(createCoinPay, order, { 'x-request-id': randomUUID() })).orderId;
}

async function storyOf(orderId: OrderId): Promise<string> {
  return (await runOps(shop, 'order', 'story', orderNumber(orderId))).out;
}

describe('what a payer agreed to', () => {
  it('the versions of the legal texts that a payer agreed to are stored with the order and shown in its history', async () => {
    expect(await storyOf(await buy(ODD))).toMatch(/agreed to +agreement-7 privacy-12 refunds-3/);
  });

  it('the versions of the legal texts that a payer agreed to are stored with a fine order too', async () => {
    const { id } = await bannedAccount(shop.db);
    const { orderId } = placed(await payFine(shop, shop.visitor(), id, { agreed: LEGAL_VERSIONS }));
    expect(await storyOf(orderId)).toMatch(/agreed to +agreement-1 privacy-3 refunds-1/);
  });

  it('an order from a page that sends no agreed versions is placed, and its history shows that none were stored', async () => {
    expect(await storyOf(await buy())).toMatch(/agreed to +not kept/);
  });

  it.each(['yes', 'agreement-1', "agreement-1 privacy-1 refunds-1'", 'agreement-99999 privacy-1 refunds-1'])(
    'a purchase request with malformed agreed versions is refused: %j',
    async (agreed) => {
      const response = await fetch(`${shop.apiUrl}${createCoinPay.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
        body: JSON.stringify({
          recharge_id: 'gems-100',
          uid: 1001,
          pay_type: 23,
          platform_data: JSON.stringify({ token: 'tok_whatever_it_is' }),
          agreed,
        }),
      });
      expect(await response.json()).toMatchObject({ result: ERROR_CATALOGUE.malformed.result });
    },
  );
});
