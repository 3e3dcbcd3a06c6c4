import {
  usdCents,
  type Challenge,
  type OrderId,
  type PayerProof,
  type PayWith,
  type RefusalOutcome,
} from '@jawhara/domain';
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { TEST_BROWSER } from '../test/test-browser.ts';
import type { LookUp, PaymentProvider, PaymentRequest, PaymentStep, RawNotification } from './provider.ts';

export type AtTheBank = 'confirm' | 'wrong-code' | 'cancel';

/** A provider and the scripted world behind it, over real HTTP. */
export interface ProviderWorld {
  readonly provider: PaymentProvider;
  /** Facts about the provider that its answers show: whether what its fields hand over works once only. */
  readonly oneTime: { readonly card: boolean; readonly cvv: boolean };
  /** The signature covers every byte of a notification, or the fields that decide. */
  readonly signs: 'every-byte' | 'fields';
  /** What its books leave out: where a waiting payer was sent, or that money went back. Our own tables know both. */
  readonly booksOmit?: readonly ('challenge' | 'refund')[];
  /** A card as the hosted fields would hand it over. */
  cardFor(scenario: string): Promise<PayWith>;
  /** What a kept card's CVV becomes; null where the provider asks for none. */
  cvvToken(): Promise<string | null>;
  /** The payer at the bank; what their browser brings back. */
  answerBank(challenge: Challenge, answer: AtTheBank): Promise<PayerProof | null>;
  /** What the provider has told us about an order up to now, as it came. */
  notificationsFor(orderId: OrderId): readonly RawNotification[];
  books(orderId: OrderId): Promise<readonly { readonly captured: number; readonly refunded: number }[]>;
  stop(): Promise<void>;
}

type Ending =
  | { readonly kind: 'paid'; readonly amountMinorUnits?: number }
  | { readonly kind: 'refused'; readonly outcome: RefusalOutcome; readonly code: string };

/** What a card must lead to, whatever provider it is played through. */
export interface Expectation {
  /** The first answer; `ending` when it is the last one too. */
  readonly first: 'ending' | 'challenge' | 'pending' | 'unknown';
  /** What the provider's books say in the end. */
  readonly ending: Ending | { readonly kind: 'none' };
  readonly isNotified: boolean;
}

export const PRICE = usdCents(999);
export const RETURN_URLS = {
  frame: 'http://127.0.0.1:4200/bank-return.html',
  page: 'http://127.0.0.1:4200/recharge-list?zp_show=1',
};
export const PAYER = {
  reference: 'device-of-the-suite',
  address: '203.0.113.7',
  browser: TEST_BROWSER,
};

export const newOrderId = (): OrderId => randomUUID() as OrderId;

export const settled = <T>(look: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(look, { timeout: 5_000, interval: 25 });

export function expectEnding(step: LookUp | null, ending: Expectation['ending']): void {
  const amount = ending.kind === 'paid' ? { amountMinorUnits: PRICE, currency: 'USD' } : {};
  expect(step).toMatchObject({ ...amount, ...ending });
}

/** What the notifications of an order say, those that say something. */
export function deciding(world: ProviderWorld, orderId: OrderId): PaymentStep[] {
  return world
    .notificationsFor(orderId)
    .map(({ body }) => world.provider.stepOfNotification(body.toString('utf8')))
    .filter((step) => step !== null);
}

/** The provider's last word: its books where it has some, else what it has told us. */
export async function wordOn(world: ProviderWorld, orderId: OrderId): Promise<LookUp> {
  if (world.provider.can.lookUp) return world.provider.lookUp(orderId, null);
  return deciding(world, orderId)[0] ?? { kind: 'none' };
}

export async function requestFor(
  world: ProviderWorld,
  scenario: string,
  orderId: OrderId,
): Promise<PaymentRequest> {
  const card = await world.cardFor(scenario);
  return {
    ...card,
    orderId,
    amountUsdCents: PRICE,
    idempotencyKey: `${orderId}-1`,
    returnUrls: RETURN_URLS,
    payer: PAYER,
  };
}
