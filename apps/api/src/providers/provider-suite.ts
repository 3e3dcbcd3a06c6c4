import {
  providerOfSource,
  readCardExpiry,
  usdCents,
  type CardExpiry,
  type CardSourceId,
  type OrderId,
  type RefusalOutcome,
} from '@jawhara/domain';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  CardOnFile,
  LookUp,
  PaymentProvider,
  PaymentRequest,
  PaymentStep,
  RawNotification,
} from './provider.ts';

/** A provider and the scripted world behind it, over real HTTP. */
export interface ProviderWorld {
  readonly provider: PaymentProvider;
  /** A card token as the hosted fields would give it. */
  tokenFor(scenario: string): Promise<string>;
  /** A one-time token of a kept card's CVV. */
  cvvToken(): Promise<string>;
  /** The payer at the bank; answers with the address the bank sends them back to. */
  answerBank(url: string, answer: 'confirm' | 'wrong-code' | 'cancel'): Promise<string>;
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

const PRICE = usdCents(999);
const RETURN_URL = 'http://127.0.0.1:4200/bank-return.html';

const newOrderId = (): OrderId => randomUUID() as OrderId;

const settled = <T>(look: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(look, { timeout: 5_000, interval: 25 });

function expectEnding(step: LookUp | null, ending: Expectation['ending']): void {
  const amount = ending.kind === 'paid' ? { amountMinorUnits: PRICE, currency: 'USD' } : {};
  expect(step).toMatchObject({ ...amount, ...ending });
}

function deciding(world: ProviderWorld, orderId: OrderId): PaymentStep[] {
  return world
    .notificationsFor(orderId)
    .map(({ body }) => world.provider.stepOfNotification(body.toString('utf8')))
    .filter((step) => step !== null);
}

async function requestFor(world: ProviderWorld, scenario: string, orderId: OrderId): Promise<PaymentRequest> {
  const cardToken = await world.tokenFor(scenario);
  return { orderId, amountUsdCents: PRICE, cardToken, idempotencyKey: randomUUID(), returnUrl: RETURN_URL };
}

function describeScenarios(
  world: () => ProviderWorld,
  scenarios: Readonly<Record<string, Expectation>>,
): void {
  for (const [scenario, { first, ending, isNotified }] of Object.entries(scenarios)) {
    it(`${scenario}: first answer ${first}, in the end ${ending.kind}`, async () => {
      const { provider, answerBank } = world();
      const orderId = newOrderId();
      const step = await provider.authorise(await requestFor(world(), scenario, orderId));
      if (first === 'ending') expectEnding(step, ending);
      else expect(step.kind).toBe(first);
      if (step.kind === 'challenge') await answerBank(step.url, 'confirm');

      await settled(async () => expectEnding(await provider.lookUp(orderId, null), ending));
      if (isNotified) await settled(() => expectEnding(deciding(world(), orderId)[0] ?? null, ending));
      if (isNotified) return;
      // Another order's notification has come, so this one's would be here too.
      const later = newOrderId();
      await provider.authorise(await requestFor(world(), 'approve', later));
      await settled(() => expect(deciding(world(), later)).not.toHaveLength(0));
      expect(world().notificationsFor(orderId)).toHaveLength(0);
    });
  }
}

function describeChallenge(world: () => ProviderWorld): void {
  it('[ORD-03] a bank that asks is a challenge, and nothing is taken until it is answered', async () => {
    const { provider, answerBank, books } = world();
    const orderId = newOrderId();
    const step = await provider.authorise(await requestFor(world(), 'challenge', orderId));
    if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`);
    expect(await books(orderId)).toEqual([expect.objectContaining({ captured: 0 })]);
    // A payer who lost the page is sent to the same question again.
    expect(await provider.lookUp(orderId, step.providerPaymentId)).toEqual(step);

    expect(await answerBank(step.url, 'confirm')).toContain(RETURN_URL);
    expectEnding(await provider.lookUp(orderId, step.providerPaymentId), { kind: 'paid' });
    expect(await books(orderId)).toEqual([expect.objectContaining({ captured: PRICE })]);
  });

  it.each(['wrong-code', 'cancel'] as const)(
    '[ORD-03] %s at the bank refuses the payment as not verified',
    async (answer) => {
      const { provider, answerBank, books } = world();
      const orderId = newOrderId();
      const step = await provider.authorise(await requestFor(world(), 'challenge', orderId));
      if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`);
      await answerBank(step.url, answer);
      expect(await provider.lookUp(orderId, step.providerPaymentId)).toMatchObject({
        kind: 'refused',
        outcome: 'verify',
      });
      await settled(() =>
        expect(deciding(world(), orderId)[0]).toMatchObject({ kind: 'refused', outcome: 'verify' }),
      );
      expect(await books(orderId)).toEqual([expect.objectContaining({ captured: 0 })]);
    },
  );
}

function describeOnce(world: () => ProviderWorld): void {
  it('the same key, one after the other and at once, makes one payment', async () => {
    const { provider, books } = world();
    const orderId = newOrderId();
    const request = await requestFor(world(), 'approve', orderId);
    const steps = await Promise.all([1, 2, 3].map(() => provider.authorise(request)));
    steps.push(await provider.authorise(request));
    for (const step of steps) expect(step).toEqual(steps[0]);
    expectEnding(steps[0] ?? null, { kind: 'paid' });
    expect(await books(orderId)).toHaveLength(1);
  });

  it.each(['answer-lost', 'error-after-charge'])(
    'repeating after %s finds the payment that was made',
    async (scenario) => {
      const { provider, books } = world();
      const orderId = newOrderId();
      const request = await requestFor(world(), scenario, orderId);
      expect((await provider.authorise(request)).kind).toBe('unknown');
      expectEnding(await provider.authorise(request), { kind: 'paid' });
      expect(await books(orderId)).toEqual([expect.objectContaining({ captured: PRICE })]);
    },
  );

  it('a used token with a new key is refused with its code when nothing was ever charged for the order', async () => {
    const { provider } = world();
    const used = await requestFor(world(), 'approve', newOrderId());
    await provider.authorise(used);
    const step = await provider.authorise({ ...used, orderId: newOrderId(), idempotencyKey: randomUUID() });
    expect(step).toMatchObject({ kind: 'refused', outcome: 'other', providerPaymentId: null });
  });

  it('an order the provider never heard of is none', async () => {
    expect(await world().provider.lookUp(newOrderId(), null)).toEqual({ kind: 'none' });
  });

  it('refunds once for the same key, and refuses when nothing is left', async () => {
    const { provider, books } = world();
    const orderId = newOrderId();
    const step = await provider.authorise(await requestFor(world(), 'approve', orderId));
    if (step.kind !== 'paid') throw new Error(`expected a payment, got ${step.kind}`);
    expect(await provider.refund(step.providerPaymentId, 'first')).toEqual({ kind: 'accepted' });
    expect(await provider.refund(step.providerPaymentId, 'first')).toEqual({ kind: 'accepted' });
    expect((await provider.refund(step.providerPaymentId, 'second')).kind).toBe('refused');
    expect(await books(orderId)).toEqual([{ captured: PRICE, refunded: PRICE }]);
    expect(await provider.lookUp(orderId, null)).toMatchObject({ kind: 'refused' });
  });
}

function describeNotifications(world: () => ProviderWorld): void {
  async function realNotification(): Promise<{ readonly raw: RawNotification; readonly orderId: OrderId }> {
    const orderId = newOrderId();
    await world().provider.authorise(await requestFor(world(), 'approve', orderId));
    const [raw] = await settled(() => {
      const found = world().notificationsFor(orderId);
      expect(found).not.toHaveLength(0);
      return found;
    });
    if (!raw) throw new Error('no notification');
    return { raw, orderId };
  }

  it('a signed notification names its event and its order', async () => {
    const { raw, orderId } = await realNotification();
    const reading = world().provider.readNotification(raw);
    expect(reading).toMatchObject({ kind: 'read', orderId, eventId: expect.stringMatching(/.+/) });
  });

  it('a notification whose signature does not fit is forged, and its body is never parsed', async () => {
    const { raw } = await realNotification();
    const parse = vi.spyOn(JSON, 'parse');
    const read = (changed: Partial<RawNotification>) =>
      world().provider.readNotification({ ...raw, ...changed });
    expect(read({ body: Buffer.concat([raw.body, Buffer.from(' ')]) })).toEqual({ kind: 'forged' });
    expect(read({ body: Buffer.from('{"not even":') })).toEqual({ kind: 'forged' });
    expect(read({ headers: {} })).toEqual({ kind: 'forged' });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
}

function describeKeptCards(world: () => ProviderWorld): void {
  async function paidCard(scenario: string): Promise<CardOnFile> {
    const step = await world().provider.authorise(await requestFor(world(), scenario, newOrderId()));
    if (step.kind !== 'paid' || !step.card) throw new Error(`expected a card, got ${step.kind}`);
    return step.card;
  }
  const payAgain = async (sourceId: CardSourceId, cvvToken: string | null, orderId = newOrderId()) =>
    world().provider.authorise({
      orderId,
      amountUsdCents: PRICE,
      sourceId,
      cvvToken,
      idempotencyKey: randomUUID(),
      returnUrl: RETURN_URL,
    });

  it('[CRD-03] a payment says what card it was made with, and so do its books and its notification', async () => {
    const orderId = newOrderId();
    const step = await world().provider.authorise(await requestFor(world(), 'approve', orderId));
    if (step.kind !== 'paid' || !step.card) throw new Error(`expected a card, got ${step.kind}`);
    const { card } = step;
    expect(card).toMatchObject({ scheme: 'visa', last4: '4242', expiry: expect.stringMatching(/^12\//) });
    expect(providerOfSource(card.sourceId)).toBe(world().provider.number);
    expect(await world().provider.lookUp(orderId, null)).toMatchObject({ kind: 'paid', card });
    await settled(() => expect(deciding(world(), orderId)[0]).toMatchObject({ kind: 'paid', card }));
  });

  it('a kept card pays again, and its CVV token works once', async () => {
    const { sourceId, fingerprint } = await paidCard('approve');
    const orderId = newOrderId();
    const cvvToken = await world().cvvToken();
    expectEnding(await payAgain(sourceId, cvvToken, orderId), { kind: 'paid' });
    expect(await world().provider.lookUp(orderId, null)).toMatchObject({ card: { sourceId, fingerprint } });
    expect((await payAgain(sourceId, cvvToken)).kind).toBe('refused');
  });

  it('a kept card that expired at the bank pays again once its date is updated', async () => {
    const { sourceId, expiry } = await paidCard('expires-when-kept');
    expect(await payAgain(sourceId, null)).toMatchObject({ kind: 'refused', outcome: 'expire' });
    const later = readCardExpiry(`${expiry.slice(0, 3)}${Number(expiry.slice(3)) + 2}`) as CardExpiry;
    expect(await world().provider.updateCardExpiry(sourceId, later)).toEqual({ kind: 'done' });
    const paid = await payAgain(sourceId, null);
    expectEnding(paid, { kind: 'paid' });
    expect(paid).toMatchObject({ card: { sourceId, expiry: later } });
  });

  it('a date in the past is refused, and so is a date for a card that is not kept', async () => {
    const { sourceId } = await paidCard('approve');
    expect((await world().provider.updateCardExpiry(sourceId, '01/20' as CardExpiry)).kind).toBe('refused');
    const stranger = `${sourceId}x` as CardSourceId;
    expect((await world().provider.updateCardExpiry(stranger, '01/60' as CardExpiry)).kind).toBe('refused');
  });

  it('[CRD-07] a card that is forgotten pays no more, and may be forgotten again', async () => {
    const { sourceId } = await paidCard('approve');
    expect(await world().provider.forgetCard(sourceId)).toEqual({ kind: 'done' });
    expect(await world().provider.forgetCard(sourceId)).toEqual({ kind: 'done' });
    expect((await payAgain(sourceId, null)).kind).toBe('refused');
  });
}

/** The paper each provider signs: the same cards, the same words, the same care with money. */
export function describeProvider(
  name: string,
  start: () => Promise<ProviderWorld>,
  scenarios: Readonly<Record<string, Expectation>>,
): void {
  describe(name, () => {
    let running: ProviderWorld | null = null;
    const world = (): ProviderWorld => {
      if (!running) throw new Error('the world has not started');
      return running;
    };
    beforeAll(async () => {
      running = await start();
    });
    afterAll(() => running?.stop());

    describe('every scenario', () => describeScenarios(world, scenarios));
    describe('the bank', () => describeChallenge(world));
    describe('once', () => describeOnce(world));
    describe('kept cards', () => describeKeptCards(world));
    describe('notifications', () => describeNotifications(world));
  });
}
