import { randomUUID } from 'node:crypto';
import { cardHabitsOf, PROVIDERS, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PaymentStep, RawWebhook } from '../provider.ts';
import { describeConsent, describeSavedCards } from './provider-suite-cards.ts';
import { describeGooglePay } from './provider-suite-google-pay.ts';
import { describeRefusedKey } from './provider-suite-refused-key.ts';
import { describeReturns } from './provider-suite-returns.ts';
import { describeWallets } from './provider-suite-wallets.ts';
import {
  deciding,
  type Expectation,
  expectEnding,
  newOrderId,
  paidOn,
  PRICE,
  type ProviderWorld,
  requestFor,
  settled,
  wordOn,
} from './provider-world.ts';

function describeScenarios(
  world: () => ProviderWorld,
  scenarios: Readonly<Record<string, Expectation>>,
): void {
  for (const [scenario, { first, ending, isNotified }] of Object.entries(scenarios)) {
    it(`a payment with the card ${scenario}: the first answer is ${first}, the ending is ${ending.kind}`, async () => {
      const { provider, answerBank } = world();
      const orderId = newOrderId();
      const step = await provider.authorise(await requestFor(world(), scenario, orderId));
      if (first === 'ending') expectEnding(step, ending);
      else expect(step.kind).toBe(first);
      if (step.kind === 'challenge') {
        const proof = await answerBank(step, 'confirm');
        const word = await provider.confirm(orderId, step.providerPaymentId, proof);
        if (proof !== null) expectEnding(word, ending);
      }
      if (isNotified || provider.can.lookUp)
        await settled(async () => expectEnding(await wordOn(world(), orderId), ending));
      if (isNotified) {
        await settled(() => expectEnding(deciding(world(), orderId)[0] ?? null, ending));
        return;
      }
      // A webhook about a later order has arrived, so one about this order would have arrived before.
      const later = newOrderId();
      await provider.authorise(await requestFor(world(), 'approve', later));
      await settled(() => expect(deciding(world(), later)).not.toHaveLength(0));
      expect(world().notificationsFor(orderId)).toHaveLength(0);
    });
  }
}

type Challenged = Extract<PaymentStep, { kind: 'challenge' }>;

async function challengeOn(world: ProviderWorld, orderId: OrderId): Promise<Challenged> {
  const step = await world.provider.authorise(await requestFor(world, 'challenge', orderId));
  if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`);
  return step;
}

function describeChallenge(world: () => ProviderWorld): void {
  it('[ORD-03] a payment with a bank’s check is a challenge, and nothing is charged until the check is passed', async () => {
    const { provider, answerBank, books } = world();
    const orderId = newOrderId();
    const step = await challengeOn(world(), orderId);
    expect(await books(orderId)).toEqual([expect.objectContaining({ captured: 0 })]);
    // A look-up returns the same challenge, so that a payer who lost the page can continue; some providers cannot.
    const { providerPaymentId } = step;
    const expectedStep = world().booksOmit?.includes('challenge')
      ? { kind: 'pending', providerPaymentId }
      : step;
    if (provider.can.lookUp) expect(await provider.lookUp(orderId, providerPaymentId)).toEqual(expectedStep);

    const proof = await answerBank(step, 'confirm');
    expectEnding(await provider.confirm(orderId, providerPaymentId, proof), { kind: 'paid' });
    expect(await books(orderId)).toEqual([expect.objectContaining({ captured: PRICE })]);
  });

  it.each(['wrong-code', 'cancel'] as const)(
    '[ORD-03] the answer %s at the bank’s check refuses the payment as not verified',
    async (answer) => {
      const { provider, answerBank, books } = world();
      const orderId = newOrderId();
      const step = await challengeOn(world(), orderId);
      const proof = await answerBank(step, answer);
      const refused = { kind: 'refused', outcome: 'verify' };
      expect(await provider.confirm(orderId, step.providerPaymentId, proof)).toMatchObject(refused);
      await settled(() => expect(deciding(world(), orderId)[0]).toMatchObject(refused));
      expect(await books(orderId)).toEqual([expect.objectContaining({ captured: 0 })]);
    },
  );
}

function describeOnce(world: () => ProviderWorld): void {
  it('the same payment request, sent repeatedly and at once, makes one payment', async () => {
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
    'a payment request repeated after %s is answered with the payment that the first request made',
    async (scenario) => {
      const { provider, books } = world();
      const orderId = newOrderId();
      const request = await requestFor(world(), scenario, orderId);
      expect((await provider.authorise(request)).kind).toBe('unknown');
      expectEnding(await provider.authorise(request), { kind: 'paid' });
      expect(await books(orderId)).toEqual([expect.objectContaining({ captured: PRICE })]);
    },
  );

  it('a one-time card token is refused when it is sent for another order', async () => {
    const { provider, oneTime } = world();
    const used = await requestFor(world(), 'approve', newOrderId());
    await provider.authorise(used);
    const step = await provider.authorise({ ...used, orderId: newOrderId(), idempotencyKey: randomUUID() });
    if (oneTime.card)
      expect(step).toMatchObject({ kind: 'refused', outcome: 'other', providerPaymentId: null });
    else expectEnding(step, { kind: 'paid' });
  });

  it('a look-up of an unknown order finds no payment, and is pending where the provider has no look-up', async () => {
    const { provider } = world();
    const kind = provider.can.lookUp ? 'none' : 'pending';
    expect(await provider.lookUp(newOrderId(), null)).toMatchObject({ kind });
    // The domain's table says the same, for programs that connect to no provider.
    expect(PROVIDERS[provider.number].hasLookUp).toBe(provider.can.lookUp);
  });
}

function describeNotifications(world: () => ProviderWorld): void {
  interface Real {
    readonly raw: RawWebhook;
    readonly orderId: OrderId;
    readonly providerPaymentId: string;
  }

  async function realNotification(): Promise<Real> {
    const orderId = newOrderId();
    const { providerPaymentId } = await paidOn(world(), orderId);
    const [raw] = await settled(() => {
      const found = world().notificationsFor(orderId);
      expect(found).not.toHaveLength(0);
      return found;
    });
    if (!raw) throw new Error('no notification');
    return { raw, orderId, providerPaymentId };
  }

  it('a signed webhook is read with its event, its order and its payment', async () => {
    const { raw, orderId, providerPaymentId } = await realNotification();
    const reading = world().provider.readWebhook(raw);
    const eventId = expect.stringMatching(/.+/);
    expect(reading).toMatchObject({ kind: 'read', orderId, providerPaymentId, eventId });
  });

  it('[ORD-16] every event type that the provider can send has a meaning', () => {
    const { provider, events } = world();
    expect(Object.keys(events.known).length).toBeGreaterThan(5);
    const words = Object.entries(events.known).map(
      ([name, body]) => [name, provider.interpretWebhook(body)?.kind ?? null] as const,
    );
    expect(words.filter(([, kind]) => kind === null || kind === 'unheard-of')).toEqual([]);
  });

  it('[ORD-16] an unknown event type is reported by its name', () => {
    const { provider, events } = world();
    const eventType = expect.stringMatching(/.+/);
    expect(provider.interpretWebhook(events.unheardOf)).toEqual({ kind: 'unheard-of', eventType });
  });

  it('a webhook that was changed on its way, or has no signature, is forged', async () => {
    const { raw } = await realNotification();
    const read = (changed: Partial<RawWebhook>) => world().provider.readWebhook({ ...raw, ...changed });
    const text = raw.body.toString('utf8');
    const cheaper = text.replaceAll(/999|9\.99/g, '1');
    expect(cheaper).not.toBe(text);
    expect(read({ body: Buffer.from(cheaper) })).toEqual({ kind: 'forged' });
    expect(read({ body: Buffer.from('{"not even":') })).toEqual({ kind: 'forged' });
    expect(read({ body: Buffer.from('{}'), headers: {} })).toEqual({ kind: 'forged' });
  });

  it('at a provider that signs the whole body, a forged webhook is refused before its body is parsed', async () => {
    const { raw } = await realNotification();
    if (world().signs !== 'every-byte') return;
    const parse = vi.spyOn(JSON, 'parse');
    const spaced = { ...raw, body: Buffer.concat([raw.body, Buffer.from(' ')]) };
    expect(world().provider.readWebhook(spaced)).toEqual({ kind: 'forged' });
    expect(world().provider.readWebhook({ ...raw, headers: {} })).toEqual({ kind: 'forged' });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
}

/** The tests that every provider's adapter must pass: the same cards, webhooks and rules about money. */
export function describeProvider(
  name: string,
  start: () => Promise<ProviderWorld>,
  scenarios: Readonly<Record<string, Expectation>>,
  takes: 'cards' | 'wallets-alone' = 'cards',
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

    it('the provider’s card features are the ones listed in the table of providers', () => {
      const { provider } = world();
      const habits = cardHabitsOf(provider.number);
      expect(habits === null).toBe(takes === 'wallets-alone');
      expect(provider.can.updateCardExpiry).toBe(habits?.updatesExpiry ?? false);
      expect(provider.openCardSession !== undefined).toBe(habits?.opensForPack ?? false);
    });
    describe('every scenario', () => describeScenarios(world, scenarios));
    const withCards = describe.runIf(takes === 'cards');
    withCards('the bank', () => describeChallenge(world));
    withCards('kept cards', () => describeSavedCards(world));
    withCards('cards that are not kept', () => describeConsent(world));
    describe('a payment request sent more than once', () => describeOnce(world));
    describe('wallets', () => describeWallets(world));
    withCards('Google Pay', () => describeGooglePay(world));
    describe('money that goes back', () => describeReturns(world));
    describe('a provider that refuses our requests', () => describeRefusedKey(world));
    describe('webhooks', () => describeNotifications(world));
  });
}
