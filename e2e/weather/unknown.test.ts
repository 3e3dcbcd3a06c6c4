import { afterEach, beforeEach, expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { creditedGems, notificationsOf, ordersOf } from '../books.ts';
import { result, seeOutcome } from '../payer.ts';
import {
  comeToFields,
  orderEnds,
  payByCard,
  picture,
  providerJourney,
  seePaid,
} from '../provider-journey.ts';
import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '../providers.ts';
import { bookRowsOf, releasePost, setPost, setWeather } from '../sandbox.ts';
import { calmWeather, FORGIVEN_WITHIN_MS, freshStart } from './all-are-well.ts';

beforeEach(freshStart, 2 * FORGIVEN_WITHIN_MS);
afterEach(calmWeather);

/** The money has moved, the answer was an error, the books are dark and the post is late: only a notification can tell. */
function isConfirmedByNotification(provider: CardProvider): void {
  providerJourney(
    provider,
    'charged, and nobody knows: the page waits and says so, then the notification comes and the gems with it',
    'unknown-then-webhook',
    async (visitor) => {
      const { page, device } = visitor;
      await setPost(provider, { hold: true });
      await comeToFields(provider, page, '900700', 499);
      await payByCard(provider, page, 'error-after-charge');
      await expect.poll(async () => (await ordersOf(await device())).length).toBe(1);
      const orderId = (await ordersOf(await device()))[0]?.id ?? '';
      await expect.poll(async () => (await bookRowsOf(provider, orderId)).length).toBe(1);
      await setWeather(provider, { failRate: 1 });

      await seeOutcome(page, 'pending');
      expect(await result(page).innerText()).toContain(arabicWord('result.pending.title'));
      expect(await orderEnds(visitor)).toEqual([[499, provider.number, 'pending']]);
      expect(await creditedGems(orderId)).toBe(0);
      await picture(provider, page, 'unknown');

      await setWeather(provider, { failRate: 0 });
      expect(await releasePost(provider)).toBeGreaterThan(0);
      await seePaid(provider, page, 'error-after-charge', { gems: 540, cents: 499 });
      await expect
        .poll(() => notificationsOf(orderId))
        .toContainEqual({ provider: provider.number, isProcessed: true });
      expect(await orderEnds(visitor)).toEqual([[499, provider.number, 'delivered']]);
    },
  );
}

for (const provider of [CHECKOUT_COM, ADYEN, PAYERMAX]) isConfirmedByNotification(provider);
