import { expect } from 'vitest';
import { arabicWord } from '../../arabic-word.ts';
import { creditedGems, ordersOf } from '../../books.ts';
import { result, seeOutcome } from '../../payer.ts';
import {
  answerBank,
  comeToFields,
  orderEnds,
  payByCard,
  providerJourney,
  seePaid,
} from '../../provider-journey.ts';
import type { CardProvider } from '../../providers.ts';

const PACK_499 = { gems: 540, cents: 499 };
const PACK_299 = { gems: 320, cents: 299 };

function paysWithNewCard(provider: CardProvider): void {
  providerJourney(
    provider,
    'a new card, the bank asks, the gems arrive and the receipt names the card',
    'new-card',
    async (visitor) => {
      const { page } = visitor;
      await comeToFields(provider, page, '5048213', 499);
      await payByCard(provider, page, 'challenge');
      await answerBank(provider, page, true);
      await seePaid(provider, page, 'challenge', PACK_499);
      expect(await orderEnds(visitor)).toEqual([[499, provider.number, 'delivered']]);
    },
  );
}

function meetsExpiredCard(provider: CardProvider): void {
  providerJourney(
    provider,
    'the bank calls a typed card expired: the next press leads to its fields, and another card pays',
    'bank-says-expired',
    async (visitor) => {
      const { page } = visitor;
      await comeToFields(provider, page, '3310457', 499);
      await payByCard(provider, page, 'expired-card');
      await seeOutcome(page, 'expire');
      expect(await result(page).innerText()).toContain(arabicWord('result.expire.tip'));
      // Only where a date can be updated is there a button for it; the way to another card is everywhere.
      await page.getByTestId(provider.updatesExpiry ? 'result-update-and-pay' : 'other-card').click();
      await payByCard(provider, page, 'approve');
      await seePaid(provider, page, 'approve', PACK_499);
      expect(await orderEnds(visitor)).toEqual([
        [499, provider.number, 'refused'],
        [499, provider.number, 'delivered'],
      ]);
    },
  );
}

function paysSmallerPack(provider: CardProvider): void {
  providerJourney(
    provider,
    'not enough balance: the next pack down is offered and paid',
    'insufficient-funds',
    async (visitor) => {
      const { page, device } = visitor;
      await comeToFields(provider, page, '6127733', 999);
      await payByCard(provider, page, 'insufficient-funds');
      await seeOutcome(page, 'balance');
      expect(await result(page).innerText()).toContain(arabicWord('result.balance.tip'));
      expect(await page.getByTestId('suggestion').innerText()).toContain('$4.99');
      await page.getByTestId('result-retry-other-amount').click();
      await payByCard(provider, page, 'approve');
      await seePaid(provider, page, 'approve', PACK_499);
      expect(await orderEnds(visitor)).toEqual([
        [999, provider.number, 'refused'],
        [499, provider.number, 'delivered'],
      ]);
      const [refused] = await ordersOf(await device());
      expect(await creditedGems(refused?.id ?? '')).toBe(0);
    },
  );
}

function retriesTypedCard(provider: CardProvider): void {
  providerJourney(
    provider,
    'the bank check fails with a card that was only typed: trying again is typing again (variant A)',
    'verify-retry-a',
    async (visitor) => {
      const { page } = visitor;
      await comeToFields(provider, page, '8841206', 299);
      await payByCard(provider, page, 'challenge');
      await answerBank(provider, page, false);
      await seeOutcome(page, 'verify');
      expect(await result(page).innerText()).toContain(arabicWord('result.verify.tip'));
      await page.getByTestId('result-retry').click();
      await payByCard(provider, page, 'challenge');
      await answerBank(provider, page, true);
      await seePaid(provider, page, 'challenge', PACK_299);
      expect(await orderEnds(visitor)).toEqual([
        [299, provider.number, 'refused'],
        [299, provider.number, 'delivered'],
      ]);
    },
  );
}

function isTakenForFraud(provider: CardProvider): void {
  providerJourney(
    provider,
    'taken for fraud: the panel says so, nothing is charged, and it does not offer the same card again',
    'high-risk',
    async (visitor) => {
      const { page, device } = visitor;
      await comeToFields(provider, page, '3310457', 299);
      await payByCard(provider, page, 'high-risk');
      await seeOutcome(page, 'high-risk');
      expect(await result(page).innerText()).toContain(arabicWord('decline.risk'));
      expect(await page.getByTestId('result-retry').count()).toBe(0);
      const [order] = await ordersOf(await device());
      expect([order?.state, order?.outcome]).toEqual(['refused', 'high-risk']);
      expect(await creditedGems(order?.id ?? '')).toBe(0);
    },
  );
}

/** What every provider's payer can meet with a card that is typed. */
export function typedCardJourneys(provider: CardProvider): void {
  paysWithNewCard(provider);
  meetsExpiredCard(provider);
  paysSmallerPack(provider);
  retriesTypedCard(provider);
  isTakenForFraud(provider);
}
