import { arabicWord } from '../arabic-word.ts';
import { creditedGems, webhooksOf, orderEnds, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { ADYEN } from '../providers/adyen.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { PAYERMAX } from '../providers/payermax.ts';
import { bookRowsOf, releaseWebhooks, setWebhooks, setOutage } from '../sandbox.ts';
import { endOutages, freshStart } from './all-are-well.ts';

test.beforeEach(freshStart);
test.afterEach(endOutages);

/** The payment succeeds, but its response is an error and queries fail: only the webhook, held back at first, has the result. */
for (const provider of [CHECKOUT_COM, ADYEN, PAYERMAX]) {
  test.describe(`provider ${provider.number} (6 PayerMax, 13 Checkout.com, 17 Adyen)`, () => {
    test.use({ provider });

    test('an order whose charge got no response stays pending on the page until the webhook delivers the gems', async ({
      payer,
      device,
      picture,
    }) => {
      await setWebhooks(provider, { hold: true });
      await payer.comeToFields('900700', 499);
      await payer.payByCard('error-after-charge');
      const charges = async () => {
        const orders = await ordersOf(device);
        return Promise.all(orders.map(({ id }) => bookRowsOf(provider, id)));
      };
      // Polled often: the shop queries again soon, and must still find the provider failing.
      await expect.poll(charges, { intervals: [50] }).toEqual([[expect.anything()]]);
      await setOutage(provider, { failRate: 1 });
      const orderId = (await ordersOf(device))[0]?.id ?? '';

      await payer.seeOutcome('pending');
      await expect(payer.result).toContainText(arabicWord('result.pending.title'), { timeout: 30_000 });
      expect(await orderEnds(device)).toEqual([[499, provider.number, 'pending']]);
      expect(await creditedGems(orderId)).toBe(0);
      await picture(`${provider.number}-unknown`);

      await setOutage(provider, { failRate: 0 });
      expect(await releaseWebhooks(provider)).toBeGreaterThan(0);
      await payer.seePaid('error-after-charge', { gems: 540, cents: 499 });
      await expect
        .poll(() => webhooksOf(orderId))
        .toContainEqual({ provider: provider.number, isProcessed: true });
      expect(await orderEnds(device)).toEqual([[499, provider.number, 'delivered']]);
      await picture(`${provider.number}-unknown-then-webhook`);
    });
  });
}
