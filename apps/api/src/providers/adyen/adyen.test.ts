import { randomUUID } from 'node:crypto';
import type { Challenge, OrderId, PayerProof } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdyenScenario } from '../../../../sandbox/src/adyen/adyen-cards.ts';
import type { ScenarioKey } from '../../../../sandbox/src/scenarios.ts';
import { describeProvider } from '../test/provider-suite.ts';
import { googleToken } from '../../test/google-token.ts';
import { walletToken } from '../../test/wallet-token.ts';
import { expectationsWith, PAID, PLAIN, startStage } from '../../test/provider-stage.ts';
import {
  expectEnding,
  newOrderId,
  requestFor,
  settled,
  type AtTheBank,
  type Expectation,
  type ProviderWorld,
} from '../test/provider-world.ts';
import { adyenProvider } from './adyen.ts';
import { EVENTS, TOKEN_EVENTS } from './event-meanings.ts';

const KEYS = {
  apiKey: 'AQE-key-of-the-test',
  merchantAccount: 'JawharaSuite',
  hmacKey: '4A61776861726154657374484D41434B65793030303030303030303030303032',
};

const GOOGLE_PAY = { gateway: 'adyen', gatewayMerchantId: KEYS.merchantAccount };

/** An event's body for code after the signature check: the signature is not valid. */
function bodyOf(eventCode: string, success: string): string {
  const item = {
    eventCode,
    success,
    pspReference: 'CHANGE0000000001',
    originalReference: 'PAYMENT000000001',
    merchantAccountCode: KEYS.merchantAccount,
    merchantReference: newOrderId(),
    amount: { value: 999, currency: 'USD' },
    additionalData: { hmacSignature: 'tried before' },
  };
  return JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
}

/** The value that the payer's browser passes to the bank. */
function passageOf(challenge: Challenge): string {
  if (challenge.way === 'native')
    return (JSON.parse(challenge.action) as { authorisationToken: string }).authorisationToken;
  return new URL(challenge.url).searchParams.get('pa') ?? '';
}

async function start(): Promise<ProviderWorld> {
  const stage = await startStage(17, '[accepted]', (webhookUrl) => ({
    adyen: { ...KEYS, clientKey: 'test_SUITE', webhookUrl },
  }));
  return {
    ...stage,
    provider: adyenProvider({
      baseUrl: `${stage.url}/adyen/v72`,
      ...KEYS,
      applePayMerchantId: 'merchant.example.suite',
    }),
    walletFor: async (scenario) => ({
      walletToken: await walletToken(stage.url, scenario),
      methodType: 'debit',
    }),
    googlePayFor: (scenario, sealedFor = GOOGLE_PAY) => googleToken(stage.url, scenario, sealedFor),
    oneTime: { card: false, cvv: false },
    signs: 'fields',
    // A lost dispute has an event without effect: the money left with the chargeback.
    disputesLack: ['lost', 'withdrawn'],
    events: {
      known: Object.fromEntries([
        ...Object.keys(EVENTS).flatMap((code) =>
          ['true', 'false'].map((success) => [`${code} ${success}`, bodyOf(code, success)] as const),
        ),
        ...TOKEN_EVENTS.map((type) => [type, JSON.stringify({ type, eventId: 'E1' })] as const),
      ]),
      unheardOf: bodyOf('SOMETHING_NEW', 'true'),
    },
    async cardFor(scenario) {
      const sealed = await stage.control<Record<string, string>>('proofs', { scenario });
      return {
        encryptedCard: {
          number: sealed['encryptedCardNumber'] ?? '',
          expiryMonth: 'test_12',
          expiryYear: sealed['encryptedExpiryYear'] ?? '',
          securityCode: sealed['encryptedSecurityCode'] ?? '',
          holderName: 'A PAYER',
        },
      };
    },
    async cvvToken() {
      const proofRequest = { scenario: 'approve', cvvOnly: true };
      return (await stage.control<{ encryptedSecurityCode: string }>('proofs', proofRequest))
        .encryptedSecurityCode;
    },
    async answerBank(challenge: Challenge, answer: AtTheBank): Promise<PayerProof> {
      const said = await stage.control<{ threeDSResult?: string; redirectResult?: string }>('threeds', {
        authorisationToken: passageOf(challenge),
        pass: answer === 'confirm',
      });
      return said.threeDSResult === undefined
        ? { redirectResult: said.redirectResult ?? '' }
        : { threeDsResult: said.threeDSResult };
    },
  };
}

/** An expectation for every card of the sandbox, including the cards that only Adyen has. */
const EXPECTATIONS: Record<ScenarioKey | AdyenScenario, Expectation> = {
  ...expectationsWith({
    balance: '12',
    expire: '6',
    other: '2',
    'high-risk': '20',
    verify: '11',
    wrongCvv: { outcome: 'verify', code: '24' },
  }),
  // The bank first checks the browser, which takes the same round trip as a challenge.
  frictionless: { ...PLAIN, first: 'challenge' },
  'adyen-visa': PLAIN,
  'adyen-mastercard': PLAIN,
  'adyen-mastercard-second': PLAIN,
  'adyen-challenge': { ...PLAIN, first: 'challenge' },
  'adyen-challenge-mastercard': { ...PLAIN, first: 'challenge' },
  'challenge-only': { ...PLAIN, first: 'challenge' },
  'challenge-redirect': { ...PLAIN, first: 'challenge' },
  'adyen-frictionless': { ...PLAIN, first: 'challenge' },
};

describeProvider('provider 17, Adyen', start, EXPECTATIONS);

describe('Adyen’s own behaviour', () => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());

  const challenged = async (scenario: AdyenScenario, orderId: OrderId) => {
    const step = await world.provider.authorise(await requestFor(world, scenario, orderId));
    if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`);
    return step;
  };

  it('[ORD-03] Adyen’s script shows a fingerprint or challenge; a redirect is shown as the bank’s page', async () => {
    const [looked, challengeStep, sent] = [
      await challenged('challenge', newOrderId()),
      await challenged('challenge-only', newOrderId()),
      await challenged('challenge-redirect', newOrderId()),
    ];
    expect(looked.way === 'native' && JSON.parse(looked.action)).toMatchObject({ subtype: 'fingerprint' });
    expect(challengeStep.way === 'native' && JSON.parse(challengeStep.action)).toMatchObject({
      subtype: 'challenge',
    });
    expect(sent).toMatchObject({ way: 'frame', url: expect.stringContaining('/adyen/bank/redirect') });
  });

  it('[ORD-03] the proof of another order’s bank check does not pay this order, even if that order was paid', async () => {
    const [orderId, otherId] = [newOrderId(), newOrderId()];
    const step = await challenged('challenge', orderId);
    const other = await challenged('challenge', otherId);
    const foreign = await world.answerBank(other, 'confirm');
    expectEnding(await world.provider.confirm(otherId, other.providerPaymentId, foreign), PAID);
    expect((await world.provider.confirm(orderId, step.providerPaymentId, foreign)).kind).toBe('unknown');
    expect(await world.books(orderId)).toEqual([expect.objectContaining({ captured: 0 })]);
  });

  it('[ORD-03] an unreadable or missing proof of the bank’s check leaves the payment pending, and the right proof then pays', async () => {
    const orderId = newOrderId();
    const step = await challenged('challenge', orderId);
    const confirm = (proof: PayerProof | null) =>
      world.provider.confirm(orderId, step.providerPaymentId, proof);
    const waits = { kind: 'pending', providerPaymentId: step.providerPaymentId };
    expect(await confirm({ threeDsResult: 'bm90aGluZw==' })).toEqual(waits);
    expect(await confirm(null)).toEqual(waits);
    const proof = await world.answerBank(step, 'confirm');
    expectEnding(await confirm(proof), PAID);
    expect(await confirm(proof)).toMatchObject(PAID);
  });

  it('the webhook of a refund reports the refunded amount and the payment’s own id', async () => {
    const orderId = newOrderId();
    const step = await world.provider.authorise(await requestFor(world, 'approve', orderId));
    if (step.kind !== 'paid') throw new Error(`expected a payment, got ${step.kind}`);
    const part = { currency: 'USD', minorUnits: 400 };
    const request = { ...step, money: part, paid: step.money, orderId };
    const refunded = await world.provider.refund(request, randomUUID());
    if (refunded.kind !== 'accepted') throw new Error(`expected a refund, got ${refunded.kind}`);
    await settled(() => {
      const said = world
        .notificationsFor(orderId)
        .map(({ body }) => world.provider.interpretWebhook(body.toString('utf8')));
      expect(said).toContainEqual({
        kind: 'returned',
        returned: {
          returnId: refunded.returnId,
          how: 'refund',
          stage: 'taken',
          providerPaymentId: step.providerPaymentId,
          money: { currency: 'USD', minorUnits: 400 },
          fee: null,
        },
      });
    });
  });

  it('deleting a saved card under another payer’s reference does not stop its own payer from paying with it', async () => {
    const request = await requestFor(world, 'approve', newOrderId());
    const step = await world.provider.authorise(request);
    if (step.kind !== 'paid' || !step.card) throw new Error(`expected a card, got ${step.kind}`);
    // For another payer's card the provider answers as for an unknown card: done.
    expect((await world.provider.forgetCard(step.card.sourceId, 'another-payer')).kind).toBe('done');
    const orderId = newOrderId();
    const { sourceId } = step.card;
    const { returnUrls, payer, money, keepCard } = request;
    const again = { orderId, idempotencyKey: `${orderId}-1`, returnUrls, payer, money, keepCard };
    expectEnding(await world.provider.authorise({ ...again, sourceId, cvvToken: null }), PAID);
  });
});
