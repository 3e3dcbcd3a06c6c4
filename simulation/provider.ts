import {
  PROVIDERS,
  type CardSourceId,
  type OrderId,
  type ProviderNumber,
  type ReturnStage,
  type ReturnUpdate,
} from '@jawhara/domain';
import type {
  CardChange,
  CardOnFile,
  LookUp,
  WebhookReading,
  WebhookMeaning,
  PaymentProvider,
  PaymentRequest,
  PaymentStep,
  ProviderPowers,
  RawWebhook,
  RefundRequest,
  RefundStep,
} from '../apps/api/src/providers/provider.ts';
import { DAY_MS, type VirtualClock } from './clock.ts';
import {
  centsRefunded,
  declined,
  updateOf,
  usd,
  type Card,
  type SimulatedPayment,
  type SimulatedReturn,
  type SimulatedWebhook,
} from './provider-books.ts';
import type { Scheduler } from './scheduler.ts';

/** How the provider treats our calls now. `silent`: it performs them, but its answers are lost. */
export const MOODS = ['well', 'unreachable', 'silent', 'key revoked', 'refuses refunds'] as const;
export type Mood = (typeof MOODS)[number];

export interface SimulatedProviderDeps {
  readonly hasBooks: boolean;
  readonly clock: VirtualClock;
  readonly scheduler: Scheduler;
  /** Called before a refund moves money, to compare it with our books at that moment. */
  readonly onRefund: (provider: ProviderNumber, request: RefundRequest) => Promise<void>;
}

type Step = PaymentStep | RefundStep;
const KEY_RETENTION_MS = DAY_MS;

/** A provider behind the port, with books of its own. Webhooks wait in its outbox until the history delivers them. */
export class SimulatedProvider implements PaymentProvider {
  readonly number: ProviderNumber;
  readonly can: ProviderPowers;
  mood: Mood = 'well';
  /** The next call is performed, but its answer is lost. */
  isNextAnswerLost = false;
  readonly payments: SimulatedPayment[] = [];
  readonly outbox: SimulatedWebhook[] = [];
  /** Cards that the provider keeps, by its own name of the card: one card of one payer is always named alike. */
  readonly savedCards = new Set<string>();
  readonly #answers = new Map<
    string,
    { readonly answer: Step; readonly at: number; readonly body: string }
  >();
  readonly #deps: SimulatedProviderDeps;
  #count = 0;

  constructor(number: ProviderNumber, deps: SimulatedProviderDeps) {
    this.number = number;
    this.can = { lookUp: deps.hasBooks, updateCardExpiry: false, wallets: true };
    this.#deps = deps;
  }

  /** Starts with the prefix of the provider's saved card ids, by which our code finds the provider. */
  #cardNameOf(payer: string): string {
    return `${PROVIDERS[this.number].card?.savedCardIdPrefix ?? ''}${this.number}_${payer}`;
  }

  #name(what: string): string {
    this.#count += 1;
    return `${what}_${this.number}_${this.#count}`;
  }

  /** For a day, a repeated key gets the first call's answer, even if that was lost. */
  async #once<One extends Step>(
    key: string,
    body: string,
    act: () => One,
    before: () => Promise<void> = async () => {},
  ): Promise<One | { kind: 'unknown'; why: string }> {
    await this.#deps.scheduler.gate('calling the provider');
    if (this.mood === 'unreachable') return { kind: 'unknown', why: 'no connection' };
    if (this.mood === 'key revoked') return { kind: 'unknown', why: '401' };
    const nowMs = this.#deps.clock.now().getTime();
    const known = this.#answers.get(key);
    const isKnown = known !== undefined && nowMs < known.at + KEY_RETENTION_MS;
    if (isKnown && known.body !== body)
      return { kind: 'unknown', why: '409: the key was used for another call' };
    if (!isKnown) await before();
    const answer = isKnown ? (known.answer as One) : act();
    if (!isKnown) this.#answers.set(key, { answer, at: nowMs, body });
    await this.#deps.scheduler.gate('the answer of the provider');
    const isLost = this.mood === 'silent' || this.isNextAnswerLost;
    this.isNextAnswerLost = false;
    return isLost ? { kind: 'unknown', why: 'no answer' } : answer;
  }

  // Calls of ours

  async authorise(request: PaymentRequest): Promise<PaymentStep> {
    const card = cardOf(request);
    if (card === 'never arrives') return { kind: 'unknown', why: 'no connection' };
    const { orderId, money, keepCard, idempotencyKey } = request;
    const answer = await this.#once(idempotencyKey, JSON.stringify([orderId, money, card]), () =>
      this.#charge(orderId, money.minorUnits, card, keepCard ? request.payer.reference : null),
    );
    return card === 'answer lost' ? { kind: 'unknown', why: 'no answer' } : answer;
  }

  #charge(orderId: OrderId, cents: number, card: Card, keepFor: string | null): PaymentStep {
    const isCardSaved = card === 'approve and save' && keepFor !== null;
    const cardName = isCardSaved ? this.#cardNameOf(keepFor) : null;
    const payment = this.#open(orderId, cents, { card, cardName, isOurs: true });
    if (card === 'decline') return this.decline(payment);
    if (card === 'pending') return { kind: 'pending', providerPaymentId: payment.id };
    if (card === 'challenge')
      return { kind: 'challenge', providerPaymentId: payment.id, way: 'page', url: 'https://bank.example/' };
    if (payment.cardName !== null) this.savedCards.add(payment.cardName);
    return this.capture(payment, card === 'cent less' ? cents - 1 : cents);
  }

  async lookUp(orderId: OrderId, paymentId: string | null): Promise<LookUp> {
    await this.#deps.scheduler.gate('asking the provider');
    if (this.mood === 'unreachable' || this.mood === 'silent' || this.mood === 'key revoked')
      return { kind: 'unknown', why: 'no answer' };
    if (!this.can.lookUp) return { kind: 'pending', providerPaymentId: null };
    const payment = this.payments.find((one) =>
      paymentId === null ? one.orderId === orderId : one.id === paymentId,
    );
    if (payment === undefined) return { kind: 'none' };
    if (payment.state === 'asked') return { kind: 'pending', providerPaymentId: payment.id };
    if (payment.state === 'declined') return declined(payment);
    return { ...this.#paid(payment), returns: payment.returns.map((one) => updateOf(payment, one)) };
  }

  confirm(orderId: OrderId, paymentId: string | null): Promise<LookUp> {
    return this.lookUp(orderId, paymentId);
  }

  async refund(request: RefundRequest, key: string): Promise<RefundStep> {
    const { providerPaymentId, money } = request;
    const act = (): RefundStep => {
      if (this.mood === 'refuses refunds') return { kind: 'refused', why: 'refunds are switched off' };
      const payment = this.payments.find(({ id }) => id === providerPaymentId);
      if (payment === undefined) return { kind: 'refused', why: 'no such payment' };
      if (payment.cents - centsRefunded(payment) < money.minorUnits)
        return { kind: 'refused', why: 'more than is left of the payment' };
      return {
        kind: 'accepted',
        returnId: this.takeBack(payment, 'refund', money.minorUnits, 'taken', { isOurs: true }).id,
      };
    };
    // A repeated call moves nothing, so only the first one is compared with our books.
    const before = () => this.#deps.onRefund(this.number, request);
    return this.#once(key, JSON.stringify([providerPaymentId, money]), act, before);
  }

  async updateCardExpiry(): Promise<CardChange> {
    return { kind: 'refused', why: 'not simulated' };
  }

  async forgetCard(sourceId: CardSourceId): Promise<CardChange> {
    await this.#deps.scheduler.gate('calling the provider');
    if (this.mood !== 'well' && this.mood !== 'refuses refunds') return { kind: 'unknown', why: 'no answer' };
    this.savedCards.delete(sourceId);
    return { kind: 'done' };
  }

  // Events at the provider without us. Each goes into its books and, as a webhook, into its outbox.

  capture(payment: SimulatedPayment, cents: number): PaymentStep {
    payment.state = 'captured';
    payment.cents = cents;
    const paid = this.#paid(payment);
    this.announce(payment, paid);
    return paid;
  }

  decline(payment: SimulatedPayment): PaymentStep {
    payment.state = 'declined';
    this.announce(payment, declined(payment));
    return declined(payment);
  }

  takeBack(
    payment: SimulatedPayment,
    how: ReturnUpdate['how'],
    cents: number,
    stage: ReturnStage = 'taken',
    { isOurs = false, namesPayment = true } = {},
  ): SimulatedReturn {
    const made: SimulatedReturn = { id: this.#name(how), how, stage, cents, isOurs, namesPayment };
    payment.returns.push(made);
    this.announce(payment, { kind: 'returned', returned: updateOf(payment, made) });
    return made;
  }

  /** Reports a return once more, with less than all of it: an earlier report that comes late. */
  reportPart(payment: SimulatedPayment, one: SimulatedReturn): void {
    const part = { ...one, cents: Math.floor(one.cents / 2) };
    this.announce(payment, { kind: 'returned', returned: updateOf(payment, part) });
  }

  moveOn(payment: SimulatedPayment, one: SimulatedReturn, stage: ReturnStage): void {
    one.stage = stage;
    this.announce(payment, { kind: 'returned', returned: updateOf(payment, one) });
  }

  announce(payment: SimulatedPayment, meaning: WebhookMeaning | null): void {
    const { orderId, id: paymentId } = payment;
    const namesOrder =
      meaning?.kind !== 'returned' || this.can.lookUp || meaning.returned.providerPaymentId === null;
    const eventId = this.#name('evt');
    this.outbox.push({
      eventId,
      orderId,
      paymentId,
      meaning,
      namesOrder,
      note: 'plain',
      deliveries: 0,
      isLost: false,
    });
  }

  /** A payment that no attempt of ours requested. 'approve and save' uses its saved card, or saves a new one. */
  chargeAgain(payment: SimulatedPayment, card: Card): SimulatedPayment {
    const { orderId, requestedCents, id } = payment;
    const cardName = card === 'approve and save' ? (payment.cardName ?? this.#cardNameOf(id)) : null;
    const again = this.#open(orderId, requestedCents, { card, cardName, isOurs: false });
    if (cardName !== null) this.savedCards.add(cardName);
    this.capture(again, card === 'cent less' ? requestedCents - 1 : requestedCents);
    return again;
  }

  #open(
    orderId: OrderId,
    requestedCents: number,
    by: Pick<SimulatedPayment, 'card' | 'cardName' | 'isOurs'>,
  ): SimulatedPayment {
    const id = this.#name('pay');
    const payment: SimulatedPayment = {
      id,
      orderId,
      requestedCents,
      state: 'asked',
      cents: 0,
      ...by,
      returns: [],
    };
    this.payments.push(payment);
    return payment;
  }

  #paid({ id, cents, card, cardName }: SimulatedPayment): Extract<PaymentStep, { kind: 'paid' }> {
    const fingerprint = `fp-${card}` as CardOnFile['fingerprint'];
    const onFile =
      cardName !== null
        ? {
            sourceId: cardName as CardSourceId,
            fingerprint,
            scheme: 'visa' as const,
            last4: '4242',
            bin: '424242',
            issuerCountry: null,
            expiry: '12/30' as CardOnFile['expiry'],
          }
        : null;
    const paidWith = { scheme: 'visa', last4: '4242', fingerprint };
    return { kind: 'paid', providerPaymentId: id, money: usd(cents), card: onFile, paidWith };
  }

  // Webhooks, unsigned: signatures have tests of their own at each adapter.

  readWebhook({ body }: RawWebhook): WebhookReading {
    const { eventId, orderId, paymentId, meaning, namesOrder } = JSON.parse(
      body.toString(),
    ) as SimulatedWebhook;
    return {
      kind: 'read',
      eventId,
      orderId: namesOrder ? orderId : null,
      providerPaymentId: meaning?.kind === 'returned' ? meaning.returned.providerPaymentId : paymentId,
      eventType: meaning?.kind ?? 'garbled',
    };
  }

  interpretWebhook(body: string): WebhookMeaning | null {
    return (JSON.parse(body) as SimulatedWebhook).meaning;
  }
}

function cardOf(request: PaymentRequest): Card {
  if ('token' in request) return request.token as Card;
  if ('encryptedCard' in request) return request.encryptedCard.holderName as Card;
  if ('cvvToken' in request) return request.cvvToken as Card;
  return 'walletToken' in request ? (request.walletToken as Card) : 'approve';
}
