import type { OrderId, SavedCard } from '@jawhara/domain';
import { payByAdyen, sealedCard } from './adyen-payer.ts';
import { findPendingCard, placed } from './card-payer.ts';
import { fallSilent } from './cards-at-provider.ts';
import { atHostedPage, payByPayermax } from './payermax-payer.ts';
import { openShop, type Shop, type Visitor } from './shop.ts';

export const YES = { remember: 'remember-ar-1' } as const;
export const NO = { remember: 'no' } as const;

export interface PayerWithPendingCard {
  readonly visitor: Visitor;
  readonly orderId: OrderId;
  readonly card: SavedCard;
}

/** Pays at the provider in a way after which the payer is asked whether to save the card. */
const PAY = {
  async 13(_shop, visitor) {
    return placed(await visitor.buy('approve')).orderId;
  },
  async 17(shop, visitor) {
    return placed(await payByAdyen(visitor, await sealedCard(shop, 'approve'))).orderId;
  },
  /** Paid on PayerMax's page, because its fields ask before the payment. */
  async 6(shop, visitor) {
    const { orderId } = placed(await payByPayermax(visitor, { hostedPage: true, keep: 'ask' }));
    await atHostedPage(shop, orderId, { answer: 'pay', scenario: 'approve', save: true });
    await shop.app.life.call('look', orderId, null, { idempotencyKey: orderId, waitMsMax: 10_000 });
    return orderId;
  },
} as const satisfies Record<13 | 17 | 6, (shop: Shop, visitor: Visitor) => Promise<OrderId>>;

export async function buyWithPendingCard(
  shop: Shop,
  provider: keyof typeof PAY,
): Promise<PayerWithPendingCard> {
  const visitor = shop.visitor();
  const orderId = await PAY[provider](shop, visitor);
  return { visitor, orderId, card: await findPendingCard(visitor, orderId) };
}

export interface CardShop {
  readonly shop: Shop;
  /** Moves the shop's clock only: the providers use the real time. */
  setLater(ms: number): void;
  /** Resets the shop, so that the next test finds nothing of this one. */
  forgetAll(): Promise<void>;
}

export async function openCardShop(): Promise<CardShop> {
  let laterMs = 0;
  const shop = await openShop({
    // With this setting a scheduled check runs only after a test has moved the clock.
    env: { ASK_PROVIDER_AFTER_MS: '60000' },
    now: () => new Date(Date.now() + laterMs),
  });
  return {
    shop,
    setLater: (ms) => (laterMs = ms),
    async forgetAll() {
      laterMs = 0;
      await fallSilent(shop, 13, false);
      await shop.db`update saved_cards set asked_until = now() - interval '1 day' where state = 'asked'`;
      await shop.db`update cards_to_forget set try_after = now() - interval '1 day'`;
      await shop.forgetCards();
    },
  };
}

interface ConsentRow {
  readonly provider: number;
  readonly text: string | null;
  readonly at: Date | null;
}

export async function consentsOf({ db }: Shop, orderId: OrderId): Promise<ConsentRow[]> {
  return [
    ...(await db<ConsentRow[]>`
      select provider, consent_text as text, consented_at as at from card_questions where order_id = ${orderId}`),
  ];
}
