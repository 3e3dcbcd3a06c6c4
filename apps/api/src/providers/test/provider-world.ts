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
  /** Money that disputes hold at this moment, in the payment's currency. */
  readonly disputed: number;
}

/** How a dispute goes on, as the sandbox's control names it. */
export type DisputeStage =
  | 'opened'
  | 'won'
  | 'lost'
  | 'withdrawn'
  | 'taken-again'
  | 'given-back-again'
  | 'lost-for-good';

/** A provider and the scripted world behind it, over real HTTP. */
export interface ProviderWorld {
  readonly provider: PaymentProvider;
  /** Facts about the provider that its answers show: whether what its fields hand over works once only. */
  readonly oneTime: { readonly card: boolean; readonly cvv: boolean };
  /** The signature covers every byte of a notification, or the fields that decide. */
  readonly signs: 'every-byte' | 'fields';
  /** Facts that its books leave out: where a waiting payer was sent, or that money went back. Our own tables know both. */
  readonly booksOmit?: readonly ('challenge' | 'refund')[];
  /** Stages that its disputes never reach: it has no event for them. */
  readonly disputesLack?: readonly DisputeStage[];
  /** Where a bank disputes in a currency of its own, the provider says in the payment's too what that is. */
  readonly tellsForeignDisputes?: 'in-payment-currency';
  /** A body for each row of its table of events, by name; and one of a type that is in no table. */
  readonly events: { readonly known: Readonly<Record<string, string>>; readonly unheardOf: string };
  /** A card as the hosted fields would hand it over. */
  cardFor(scenario: string): Promise<PayWith>;
  /** The input from a wallet's sheet; only where the provider takes wallets. */
  walletFor?(scenario: string): Promise<PayWith>;
  /** The content of a session for a wallet, where it is not Apple's own: of a button that the provider draws. */
  readonly walletSession?: object;
  /** The input from Google's sheet, encrypted for this shop by default; only where the provider takes it. */
  googlePayFor?(
    scenario: string,
    sealedFor?: { readonly gateway: string; readonly gatewayMerchantId: string },
  ): Promise<PayWith>;
  /** The token of a saved card's CVV; null where the provider asks for none. */
  cvvToken(): Promise<string | null>;
  /** The payer at the bank; what their browser brings back. */
  answerBank(challenge: Challenge, answer: AtTheBank): Promise<PayerProof | null>;
  /** Webhooks of the provider about an order up to now, as they came. */
  notificationsFor(orderId: OrderId): readonly RawWebhook[];
  books(orderId: OrderId): Promise<readonly PaymentInBooks[]>;
  /** Pulls one of the strings behind the stage: what happens at the provider without us. Throws where it is refused. */
  control<Answer>(path: string, body: object): Promise<Answer>;
  stop(): Promise<void>;
}

type Ending =
  | { readonly kind: 'paid'; readonly minorUnits?: number }
  | { readonly kind: 'refused'; readonly outcome: RefusalOutcome; readonly code: string };

/** The expected result of a card, whatever provider it is played through. */
export interface Expectation {
  /** The first answer; `ending` when it is the last one too. */
  readonly first: 'ending' | 'challenge' | 'pending' | 'unknown';
  /** The final state of the provider's books. */
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

/** Everything the notifications of an order say, in the order in which they came. */
export function wordsOf(world: ProviderWorld, orderId: OrderId): WebhookMeaning[] {
  return world
    .notificationsFor(orderId)
    .map(({ body }) => world.provider.interpretWebhook(body.toString('utf8')))
    .filter((word) => word !== null);
}

/** Those of them that say how the payment ended. */
export function deciding(world: ProviderWorld, orderId: OrderId): PaymentStep[] {
  return wordsOf(world, orderId).filter((word) => word.kind === 'paid' || word.kind === 'refused');
}

/** Returned money, one row for each refund or dispute, whatever order its updates came in. */
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

/** The provider's last word: its books where it has some, else what it has told us. */
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

/** A plain purchase that went well. */
export async function paidOn(world: ProviderWorld, orderId: OrderId): Promise<PaidStep> {
  const step = await world.provider.authorise(await requestFor(world, 'approve', orderId));
  if (step.kind !== 'paid') throw new Error(`expected a payment, got ${step.kind}`);
  return step;
}
