import { createFinePay, readSiteConfig } from '@jawhara/contract';
import { accountId, ADYEN, CHECKOUT_COM, PAYERMAX, TAP, usualPayTypeOf } from '@jawhara/domain';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placed } from '../test/card-payer.ts';
import { fineOf } from '../test/fine-payer.ts';
import { balanceOf, openShop, orderState, type Shop } from '../test/shop.ts';
import { agree, openSheet, openWalletOrder } from '../test/wallet-payer.ts';

const TAP_WALLET = usualPayTypeOf(TAP);

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ providers: 'tap-alone' });
});
afterAll(() => shop.close());

describe('a shop whose only provider is Tap', () => {
  it('with Tap as the only provider a gem pack can be paid by wallet and is delivered', async () => {
    const payer = shop.visitor();
    const before = await balanceOf(shop.db, 1001);
    const { orderId } = placed(await openWalletOrder(payer, TAP_WALLET));
    expect((await openSheet(payer, orderId)).refusal).toBeNull();
    expect((await agree(shop, payer, orderId)).value).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
  });

  it('with Tap as the only provider the site has no card fields, and a card payment is refused', async () => {
    const payer = shop.visitor();
    const { value } = await payer.call(readSiteConfig, {});
    expect(value?.cardFields).toEqual({ [CHECKOUT_COM]: null, [ADYEN]: null, [PAYERMAX]: null });
    const refused = await openWalletOrder(payer, usualPayTypeOf(CHECKOUT_COM));
    expect(refused.refusal).toBe('pay-type-not-offered');
  });

  it('with Tap as the only provider a fine is quoted and paid', async () => {
    const payer = shop.visitor();
    const { quote } = await fineOf(payer, '7719042');
    const paid = await payer.call(
      createFinePay,
      {
        account: { accountId: accountId(2001) },
        shown: { quoteId: quote?.id ?? '' },
        payType: TAP_WALLET,
        card: { walletSheet: true },
      },
      { 'x-request-id': randomUUID() },
    );
    expect(paid.refusal).toBeNull();
  });
});
