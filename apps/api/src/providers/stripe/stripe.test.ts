import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApple, walletExpectationsWith, walletTokenOf } from '../../test/wallet-stage.ts';
import { startStage } from '../../test/provider-stage.ts';
import { describeProvider } from '../test/provider-suite.ts';
import {
  newOrderId,
  paidOn,
  PRICE_IN_MONEY,
  requestFor,
  settled,
  type ProviderWorld,
} from '../test/provider-world.ts';
import { EVENTS } from './webhook.ts';
import { stripeProvider } from './stripe.ts';

const SECRET_KEY = 'sk_test_ofthesuite0001';
const WEBHOOK_SECRET = 'whsec_secretofthesuite01';

/** An event with the fields of every event type. */
function bodyOf(type: string): string {
  const object = {
    id: type.startsWith('payment_intent.') ? 'pi_1' : 'xx_1',
    object: type.startsWith('payment_intent.') ? 'payment_intent' : 'thing',
    status: 'succeeded',
    amount: 999,
    amount_received: 999,
    amount_captured: 999,
    captured: true,
    currency: 'usd',
    created: 1_763_000_000,
    payment_intent: 'pi_1',
    metadata: { order_id: randomUUID() },
  };
  return JSON.stringify({ id: 'evt_1', type, data: { object } });
}

interface StripeWorld extends ProviderWorld {
  readonly url: string;
}

async function start(): Promise<StripeWorld> {
  const stage = await startStage(18, '', (webhookUrl) => ({
    stripe: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, webhookUrl },
  }));
  const apple = await startApple();
  const walletFor = (scenario: string) => walletTokenOf(stage.url, scenario);
  const everything = () => stage.notificationsFor('' as OrderId);
  const paymentIn = (body: Buffer): string =>
    /"payment_intent":"(pi_\w+)"|"id":"(pi_\w+)"/.exec(body.toString('utf8'))?.slice(1).join('') ?? '';
  return {
    ...stage,
    provider: stripeProvider({
      baseUrl: stage.url,
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      identity: apple.identity,
      now: () => new Date(),
    }),
    // A dispute's event lacks the order's id: it is found by its payment.
    notificationsFor(orderId) {
      const payments = stage.notificationsFor(orderId).map(({ body }) => paymentIn(body));
      return everything().filter(({ body }) => payments.includes(paymentIn(body)));
    },
    oneTime: { card: true, cvv: false },
    signs: 'every-byte',
    // The provider reports a withdrawn dispute as won, and never takes the money of a won dispute again.
    disputesLack: ['withdrawn', 'taken-again', 'lost-for-good'],
    events: {
      known: Object.fromEntries(Object.keys(EVENTS).map((type) => [type, bodyOf(type)])),
      unheardOf: bodyOf('payment_intent.something_new'),
    },
    cardFor: walletFor,
    walletFor,
    cvvToken: async () => null,
    answerBank: async () => null,
    async stop() {
      await stage.stop();
      await apple.stop();
    },
  };
}

const EXPECTATIONS = walletExpectationsWith({
  balance: 'insufficient_funds',
  expire: 'expired_card',
  other: 'do_not_honor',
  'high-risk': 'fraudulent',
  verify: 'payment_intent_authentication_failure',
  wrongCvv: { outcome: 'other', code: 'incorrect_cvc' },
});

describeProvider('provider 18, Stripe', start, EXPECTATIONS, 'wallets-alone');

describe('Stripe’s own behaviour', () => {
  let world: StripeWorld;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());

  it('a card token of another provider or an unreadable wallet token is refused before anything is sent', async () => {
    const orderId = newOrderId();
    const {
      walletToken: _token,
      methodType: _type,
      ...rest
    } = {
      walletToken: '',
      methodType: '',
      ...(await requestFor(world, 'approve', orderId)),
    };
    const refused = { kind: 'refused', outcome: 'other', code: 'no-wallet-token', providerPaymentId: null };
    expect(await world.provider.authorise({ ...rest, token: 'tok_of_a_card' })).toEqual(refused);
    const nonsense = { walletToken: Buffer.from('{"version":1}').toString('base64'), methodType: 'debit' };
    expect(await world.provider.authorise({ ...rest, ...nonsense })).toEqual(refused);
    expect(await world.books(orderId)).toEqual([]);
  });

  it('a payment made just now is found by look-up although Stripe’s search does not show it yet', async () => {
    const orderId = newOrderId();
    const { providerPaymentId } = await paidOn(world, orderId);
    const query = encodeURIComponent(`metadata['order_id']:'${orderId}'`);
    const searched = await fetch(`${world.url}/v1/payment_intents/search?query=${query}`, {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(await searched.json()).toMatchObject({ data: [] });
    expect(await world.provider.lookUp(orderId, null)).toMatchObject({
      kind: 'paid',
      providerPaymentId,
      money: PRICE_IN_MONEY,
    });
  });

  it('a wallet payment reports the card in the wallet, and saves no card', async () => {
    const step = await paidOn(world, newOrderId());
    expect(step).toMatchObject({ card: null, paidWith: { scheme: 'visa', last4: '4242' } });
  });

  it('a second payment request with the same key and another amount is answered as paid with the first amount', async () => {
    const orderId = newOrderId();
    const request = await requestFor(world, 'approve', orderId);
    await world.provider.authorise(request);
    const dearer = { ...request, money: { currency: 'USD', minorUnits: 1_999 } };
    expect(await world.provider.authorise(dearer)).toMatchObject({ kind: 'paid', money: PRICE_IN_MONEY });
    expect(await world.books(orderId)).toHaveLength(1);
  });

  it('the fee of a dispute is reported with its webhook', async () => {
    const orderId = newOrderId();
    const { providerPaymentId: paymentId } = await paidOn(world, orderId);
    await world.control('dispute', { paymentId, stage: 'opened' });
    await settled(() => {
      const words = world
        .notificationsFor(orderId)
        .map(({ body }) => world.provider.interpretWebhook(body.toString('utf8')));
      expect(words).toContainEqual(
        expect.objectContaining({
          returned: expect.objectContaining({ stage: 'taken', fee: { currency: 'USD', minorUnits: 1_500 } }),
        }),
      );
    });
  });
});
