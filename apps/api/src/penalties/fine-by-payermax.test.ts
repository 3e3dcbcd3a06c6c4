import { randomUUID } from 'node:crypto';
import { createFinePay, createFinePayByPayerMax } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, PAYERMAX_CARD } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placed } from '../test/card-payer.ts';
import { bannedAccount, banOf, fineOf } from '../test/fine-payer.ts';
import { dropInCard } from '../test/payermax-payer.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { TEST_BROWSER } from '../test/test-browser.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it.each([createFinePayByPayerMax, createFinePay])(
  '[FIN-04] [FIN-01] a fine is paid through PayerMax at $path by the quote that was shown, and the ban is lifted',
  async (call) => {
    const visitor = shop.visitor();
    const { id, displayId } = await bannedAccount(shop.db);
    const { quote } = await fineOf(visitor, displayId);
    const card = await dropInCard(shop, visitor, 'approve');
    const fine = {
      account: { displayId },
      shown: { quoteId: quote?.id ?? '' },
      payType: PAYERMAX_CARD,
      card,
      browser: TEST_BROWSER,
    };
    const { answer } = placed(await visitor.call(call, fine, { 'x-request-id': randomUUID() }));
    expect(answer.kind).not.toBe('refused');
    await expect
      .poll(async () => {
        await shop.sweep();
        return (await banOf(shop.db, id))?.status;
      })
      .toBe('normal');
  },
);

it('[FIN-04] the PayerMax call for fines refuses a card of another provider', async () => {
  const visitor = shop.visitor();
  const { displayId } = await bannedAccount(shop.db);
  const { quote } = await fineOf(visitor, displayId);
  const fine = {
    account: { displayId },
    shown: { quoteId: quote?.id ?? '' },
    payType: CHECKOUT_COM_CARD,
    card: { token: await shop.token('approve') },
  };
  const called = await visitor.call(createFinePayByPayerMax, fine, { 'x-request-id': randomUUID() });
  expect(called.refusal).toBe('pay-type-not-offered');
});
