import { deleteSavedCard, readCardOfOrder } from '@jawhara/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buyWithPendingCard, NO, openCardShop, YES, type CardShop } from '../test/pending-card-payer.ts';
import { cardsOf, payAgain, updateCard } from '../test/card-payer.ts';
import { fallSilent, isSavedAtProvider } from '../test/cards-at-provider.ts';
import type { Shop } from '../test/shop.ts';
import { forgetCards } from './forget-cards.ts';

const MINUTE_MS = 60_000;

let shop: Shop;
let setLater: CardShop['setLater'];
let forgetAll: CardShop['forgetAll'];
beforeAll(async () => {
  ({ shop, setLater, forgetAll } = await openCardShop());
});
afterAll(() => shop.close());
afterEach(() => forgetAll());

describe('a provider that does not delete a card', () => {
  const dueNow = () => shop.db`update cards_to_forget set try_after = now() - interval '1 second'`;

  it.each(['no', 'deleted'] as const)(
    '[CRD-07] [CRD-10] a failed card deletion at the provider is tried again, and the card is unusable (%s)',
    async (how) => {
      const { visitor, orderId, card } = await buyWithPendingCard(shop, 13);
      if (how === 'deleted') await updateCard(visitor, card.sourceId, YES);
      await fallSilent(shop, 13);
      const { fingerprint } = card;
      const gone =
        how === 'no'
          ? await updateCard(visitor, card.sourceId, NO)
          : await visitor.call(deleteSavedCard, { fingerprint });
      expect(gone.refusal).toBeNull();
      expect(await shop.forgetCards()).toMatchObject({ forgotten: 0 });
      expect(await cardsOf(visitor)).toEqual([]);
      expect((await visitor.call(readCardOfOrder, { orderId })).value?.card).toBeNull();
      expect((await payAgain(shop, visitor, card.sourceId)).refusal).toBe('card-not-found');
      expect(await isSavedAtProvider(shop, card.sourceId)).toBe(true);

      await fallSilent(shop, 13, false);
      // The pause is not over, so nothing is sent: a provider in trouble must not be flooded.
      await shop.forgetCards();
      expect(await isSavedAtProvider(shop, card.sourceId)).toBe(true);
      await dueNow();
      await shop.forgetCards();
      expect(await isSavedAtProvider(shop, card.sourceId)).toBe(false);
      const { sourceId } = card;
      expect(await shop.db`select from cards_to_forget where source_id = ${sourceId}`).toHaveLength(0);
    },
  );

  it('[CRD-10] a card deletion that keeps failing at the provider raises one alert, which closes once the deletion succeeds', async () => {
    const { visitor, card } = await buyWithPendingCard(shop, 13);
    await fallSilent(shop, 13);
    await updateCard(visitor, card.sourceId, NO);
    for (let tries = 1; tries <= 10; tries += 1) {
      await dueNow();
      await shop.forgetCards();
    }
    const alerts = await shop.db`select detail from alerts where kind = 'card-not-forgotten'`;
    expect(alerts).toMatchObject([{ detail: { provider: 13 } }]);
    expect(JSON.stringify(alerts)).not.toContain(card.sourceId);
    // The alert closes when the provider has deleted the card.
    await fallSilent(shop, 13, false);
    await dueNow();
    await shop.forgetCards();
    const open = await shop.db`select from alerts where kind = 'card-not-forgotten' and closed_at is null`;
    expect(open).toHaveLength(0);
  });

  it('[CRD-10] two processes delete each card once at the provider, and a crash in between loses no deletion', async () => {
    const payers = [
      await buyWithPendingCard(shop, 13),
      await buyWithPendingCard(shop, 13),
      await buyWithPendingCard(shop, 13),
    ];
    for (const { visitor, card } of payers) await updateCard(visitor, card.sourceId, NO);
    const forgottenSources: string[] = [];
    const { cards } = shop.app;
    const provider = cards.providers.get(13);
    const counting = {
      ...cards,
      providers: {
        ...cards.providers,
        get: () => ({
          ...provider,
          forgetCard: (...args: Parameters<typeof provider.forgetCard>) => {
            forgottenSources.push(args[0]);
            return provider.forgetCard(...args);
          },
        }),
      },
    };
    const crashing = {
      ...cards,
      providers: {
        ...cards.providers,
        get: () => ({ ...provider, forgetCard: () => Promise.reject(new Error('killed')) }),
      },
    };
    await expect(forgetCards(crashing)).rejects.toThrow('killed');
    expect(await forgetCards(counting)).toMatchObject({ forgotten: 0 }); // the first process still has the claim
    await dueNow();
    const [one, other] = await Promise.all([forgetCards(counting), forgetCards(counting)]);
    expect((one?.forgotten ?? 0) + (other?.forgotten ?? 0)).toBe(3);
    expect(forgottenSources.toSorted()).toEqual(payers.map(({ card }) => card.sourceId).toSorted());
    for (const { card } of payers) expect(await isSavedAtProvider(shop, card.sourceId)).toBe(false);
  });

  it('[CRD-10] two processes at once close an expired consent question once, and the card is deleted at the provider', async () => {
    const { card } = await buyWithPendingCard(shop, 13);
    setLater(31 * MINUTE_MS);
    const [one, other] = await Promise.all([shop.forgetCards(), shop.forgetCards()]);
    expect(one.closed + other.closed).toBe(1);
    setLater(40 * MINUTE_MS);
    await shop.forgetCards();
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(false);
  });
});
