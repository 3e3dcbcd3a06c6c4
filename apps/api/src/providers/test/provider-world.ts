import { randomUUID } from 'node:crypto';
import {
  type Challenge,
  joinReturns,
  type KnownReturn,
  type Money,
  newReturn,
  type OrderId,
  type PayerProof,
  type PayWith,
  type RefusalOutcome,
  usdCents,
} from '@jawhara/domain';
import { expect, vi } from 'vitest';
import { TEST_BROWSER } from '../../test/test-browser.ts';
import type {
  LookUp,
  PaymentProvider,
  PaymentRequest,
  PaymentStep,
  RawWebhook,
  WebhookMeaning,
} from '../provider.ts';

export type AtTheBank = 'confirm' | 'wrong-code' | 'cancel';

/** A payment in the provider's own books. */
export interface PaymentInBooks {
  readonly id: string;
  readonly captured: number;
  readonly refunded: number;
  /** Money that disputes withhold at this moment, in the payment's currency. */
  readonly disputed: number;
}

/** The next step of a dispute, as the sandbox's control interface names it. */
export type DisputeStage =
  | 'opened'
  | 'won'
  | 'lost'
  | 'withdrawn'
  | 'taken-again'
  | 'given-back-again'
  | 'lost-for-good';

/** An adapter and the sandbox of its provider, over real HTTP. */
export interface ProviderWorld {
  readonly provider: PaymentProvider;
  /** Whether a card token and a CVV token of the provider's fields can be used only once. */
  readonly oneTime: { readonly card: boolean; readonly cvv: boolean };
  /** Whether the signature covers every byte of a webhook or only some fields. */
  readonly signs: 'every-byte' | 'fields';
  /** Facts that a look-up at the provider lacks: the address of the bank's challenge, or the refunds. */
  readonly booksOmit?: readonly ('challenge' | 'refund')[];
  /** Stages of disputes for which the provider has no webhook. */
  readonly disputesLack?: readonly DisputeStage[];
  /** Set if the provider reports a dispute in a foreign currency also in the payment's currency. */
  readonly tellsForeignDisputes?: 'in-payment-currency';
  /** Bodies of webhooks: one for each row of the provider's table of events, by name, and one of an unknown type. */
  readonly events: { readonly known: Readonly<Record<string, string>>; readonly unheardOf: string };
  /** A card as the provider's hosted fields return it. */
  cardFor(scenario: string): Promise<PayWith>;
  /** The input from a wallet's sheet; only where the provider takes wallets. */
  walletFor?(scenario: string): Promise<PayWith>;
  /** The expected session of a wallet, if it is not Apple's: the session of a button that the provider draws. */
  readonly walletSession?: object;
  /** The input from Google's sheet, encrypted for this shop by default; only where the provider takes it. */
  googlePayFor?(
    scenario: string,
    sealedFor?: { readonly gateway: string; readonly gatewayMerchantId: string },
  ): Promise<PayWith>;
  /** The token of a saved card's CVV; null where the provider asks for none. */
  cvvToken(): Promise<string | null>;
  /** Answers the bank as the payer. Returns the proof that the browser brings back. */
  answerBank(challenge: Challenge, answer: AtTheBank): Promise<PayerProof | null>;
  /** Webhooks of the provider about an order up to now, as they came. */
  notificationsFor(orderId: OrderId): readonly RawWebhook[];
  books(orderId: OrderId): Promise<readonly PaymentInBooks[]>;
  /** Calls the sandbox's control interface, for events at the provider that we did not cause. Throws if it refuses. */
  control<Answer>(path: string, body: object): Promise<Answer>;
  stop(): Promise<void>;
}

type Ending =
  | { readonly kind: 'paid'; readonly minorUnits?: number }
  | { readonly kind: 'refused'; readonly outcome: RefusalOutcome; readonly code: string };

/** The expected result of a card's payment, with any provider. */
export interface Expectation {
  /** The first answer; `ending` when it is the last one too. */
  readonly first: 'ending' | 'challenge' | 'pending' | 'unknown';
  /** The payment's final state at the provider. */
  readonly ending: Ending | { readonly kind: 'none' };
  readonly isNotified: boolean;
}

export const PRICE = usdCents(999);
export const PRICE_IN_MONEY: Money = { currency: 'USD', minorUnits: PRICE };
export const RETURN_URLS = {
  frame: 'http://127.0.0.1:4200/bank-return.html',
  page: 'http://127.0.0.1:4200/recharge-list?zp_show=1',
};
export const PAYER = {
  reference: 'device-of-the-suite',
  address: '203.0.113.7',
  locale: 'ar' as const,
  browser: TEST_BROWSER,
};

export const newOrderId = (): OrderId => randomUUID() as OrderId;

export const settled = <T>(look: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval: 25 });

export function expectEnding(word: WebhookMeaning | LookUp | null, ending: Expectation['ending']): void {
  if (ending.kind !== 'paid') return expect(word).toMatchObject(ending);
  const { kind, minorUnits = PRICE } = ending;
  return expect(word).toMatchObject({ kind, money: { currency: 'USD', minorUnits } });
}

/** The meanings of all webhooks about an order, in the order of their arrival. */
export function wordsOf(world: ProviderWorld, orderId: OrderId): WebhookMeaning[] {
  return world
    .notificationsFor(orderId)
    .map(({ body }) => world.provider.interpretWebhook(body.toString('utf8')))
    .filter((word) => word !== null);
}

/** The meanings that decide the payment: paid or refused. */
export function deciding(world: ProviderWorld, orderId: OrderId): PaymentStep[] {
  return wordsOf(world, orderId).filter((word) => word.kind === 'paid' || word.kind === 'refused');
}

/** The refunds, disputes and reversals that webhooks reported, one row each, in whatever order the webhooks arrived. */
export function knownReturns(words: readonly WebhookMeaning[]): KnownReturn[] {
  const known = new Map<string, KnownReturn>();
  for (const word of words) {
    if (word.kind !== 'returned') continue;
    const { returnId } = word.returned;
    const before = known.get(returnId);
    const reportedReturn = newReturn(word.returned);
    known.set(returnId, before ? joinReturns(before, reportedReturn) : reportedReturn);
  }
  return [...known.values()];
}

/** The provider's last state of the order: by look-up if it has one, otherwise from its webhooks. */
export async function wordOn(world: ProviderWorld, orderId: OrderId): Promise<LookUp> {
  if (world.provider.can.lookUp) return world.provider.lookUp(orderId, null);
  return deciding(world, orderId)[0] ?? { kind: 'none' };
}

export async function requestFor(
  world: ProviderWorld,
  scenario: string,
  orderId: OrderId,
  keepCard = true,
): Promise<PaymentRequest> {
  const card = await world.cardFor(scenario);
  return {
    ...card,
    orderId,
    money: PRICE_IN_MONEY,
    keepCard,
    idempotencyKey: `${orderId}-1`,
    returnUrls: RETURN_URLS,
    payer: PAYER,
  };
}

export type PaidStep = Extract<PaymentStep, { kind: 'paid' }>;

/** Pays an order with a card that is approved. */
export async function paidOn(world: ProviderWorld, orderId: OrderId): Promise<PaidStep> {
  const step = await world.provider.authorise(await requestFor(world, 'approve', orderId));
  if (step.kind !== 'paid') throw new Error(`expected a payment, got ${step.kind}`);
  return step;
}
