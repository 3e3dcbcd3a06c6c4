import { afterEach, beforeEach, expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { creditedGems } from '../books.ts';
import { orderIdOf, result, seeOutcome } from '../payer.ts';
import {
  comeToFields,
  openFields,
  orderEnds,
  payByCard,
  picture,
  providerJourney,
  seePaid,
} from '../provider-journey.ts';
import { ADYEN, CHECKOUT_COM, PAYERMAX, type CardProvider } from '../providers.ts';
import { keptCents, setWeather } from '../sandbox.ts';
import { placeOrder } from '../shortcut.ts';
import type { Visitor } from '../visitor.ts';
import { allAreWell, calmWeather, failingProviders, FORGIVEN_WITHIN_MS, freshStart } from './all-are-well.ts';

/** A provider counts as failing after this many calls without an answer. */
const FAILURES = 3;

beforeEach(freshStart, 2 * FORGIVEN_WITHIN_MS);
afterEach(calmWeather);

async function breakDown(provider: CardProvider, visitor: Visitor, payType: 23 | 27): Promise<void> {
  await setWeather(provider, { failRate: 1 });
  for (let failure = 0; failure < FAILURES; failure += 1) await placeOrder(visitor, 'approve', payType);
  await expect.poll(failingProviders).toEqual([provider.number]);
}

/** The first provider says nothing; the same order is paid through the other one, and once. */
async function payElsewhere(
  { page }: Visitor,
  first: CardProvider,
  other: CardProvider,
  beforePaying: () => Promise<void> = async () => undefined,
): Promise<void> {
  await setWeather(first, { failRate: 1 });
  await payByCard(first, page, 'approve');
  await seeOutcome(page, 'pending');
  expect(await result(page).innerText()).toContain(arabicWord('result.pending.tipElsewhere'));
  await picture(first, page, 'another-way');
  const orderId = orderIdOf(page);
  await beforePaying();
  await page.getByTestId('pay-elsewhere').click();
  await payByCard(other, page, 'approve-mastercard');
  await seePaid(other, page, 'approve-mastercard', { gems: 540, cents: 499 });
  expect(orderIdOf(page)).toBe(orderId);
  expect(await keptCents(first, orderId)).toBe(0);
  expect(await creditedGems(orderId)).toBe(540);
}

for (const [first, other] of [
  [CHECKOUT_COM, PAYERMAX],
  [ADYEN, CHECKOUT_COM],
] as const) {
  providerJourney(
    first,
    `it gives no answer: the same order is paid through provider ${other.number}, one payment, one credit`,
    'down-then-failover',
    async (visitor) => {
      await comeToFields(first, visitor.page, '3310457', 499);
      await payElsewhere(visitor, first, other);
      expect(await orderEnds(visitor)).toEqual([[499, other.number, 'delivered']]);
    },
  );
}

/** Of two that may take this visitor's card the failing one comes last. */
const PAYERMAX_AFTER_ADYEN = { ...PAYERMAX, isOfferedAdyen: true };

providerJourney(
  PAYERMAX_AFTER_ADYEN,
  'provider 17 fails, so it takes the card; it falls silent too, and provider 17, well again, takes the same order',
  'down-then-failover',
  async (visitor) => {
    await breakDown(ADYEN, visitor, 27);
    await comeToFields(PAYERMAX_AFTER_ADYEN, visitor.page, '3310457', 499);
    await payElsewhere(visitor, PAYERMAX, ADYEN, () => setWeather(ADYEN, { failRate: 0 }));
    expect((await orderEnds(visitor)).at(-1)).toEqual([499, ADYEN.number, 'delivered']);
  },
);

providerJourney(
  CHECKOUT_COM,
  'after a few failures the next card goes to provider 6 at once, and to this one again soon after it is well',
  'failing-and-well-again',
  async (visitor) => {
    const { page } = visitor;
    await breakDown(CHECKOUT_COM, visitor, 23);
    await comeToFields({ ...PAYERMAX, link: CHECKOUT_COM.link }, page, '3310457', 499);
    await picture(CHECKOUT_COM, page, 'failing');
    await allAreWell();
    await page.goto(CHECKOUT_COM.link);
    await page.getByTestId('pack-499').waitFor();
    await openFields(CHECKOUT_COM, page);
  },
);
