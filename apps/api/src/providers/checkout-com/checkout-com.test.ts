import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProvider } from '../test/provider-suite.ts';
import { googleToken } from '../../test/google-token.ts';
import { answerInFrame, CHECKOUT_COM_KEYS, expectationsWith, startStage } from '../../test/provider-stage.ts';
import {
  knownReturns,
  newOrderId,
  paidOn,
  PRICE,
  settled,
  wordsOf,
  type ProviderWorld,
} from '../test/provider-world.ts';
import { checkoutComProvider } from './checkout-com.ts';
import { EVENT_TYPES } from './event-types.ts';
import { eventBody } from './test/event-body.ts';

const GOOGLE_PAY = { gateway: 'checkoutltd', gatewayMerchantId: CHECKOUT_COM_KEYS.publicKey };

async function start(): Promise<ProviderWorld> {
  const stage = await startStage(13, '', (webhookUrl) => ({
    'checkout-com': { ...CHECKOUT_COM_KEYS, webhookUrl },
  }));
  return {
    ...stage,
    provider: checkoutComProvider({
      baseUrl: stage.url,
      processingChannelId: 'pc_test',
      ...CHECKOUT_COM_KEYS,
    }),
    googlePayFor: (scenario, sealedFor = GOOGLE_PAY) => googleToken(stage.url, scenario, sealedFor),
    oneTime: { card: true, cvv: true },
    signs: 'every-byte',
    disputesLack: ['taken-again'],
    events: {
      known: Object.fromEntries(Object.keys(EVENT_TYPES).map((type) => [type, eventBody(type)])),
      unheardOf: eventBody('payment_turned_into_gold'),
    },
    async cardFor(scenario) {
      const { token } = await stage.control<{ token: string }>('tokens', { scenario });
      return { token };
    },
    async cvvToken() {
      const answer = await fetch(`${stage.url}/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: CHECKOUT_COM_KEYS.publicKey },
        body: JSON.stringify({ type: 'cvv', token_data: { cvv: '123' } }),
      });
      return ((await answer.json()) as { token: string }).token;
    },
    answerBank: answerInFrame,
  };
}

const EXPECTATIONS = expectationsWith({
  balance: '20051',
  expire: '20054',
  other: '20005',
  'high-risk': '20059',
  verify: '20151',
  wrongCvv: { outcome: 'other', code: '200N7' },
});

describeProvider('provider 13, Checkout.com', start, EXPECTATIONS);

describe('Checkout.com’s own behaviour', () => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());

  it('[ORD-16] an approved payment whose capture fails is read as a reversal from its webhook and from the look-up', async () => {
    const orderId = newOrderId();
    const { providerPaymentId } = await paidOn(world, orderId);
    await world.control('capture-fails', { paymentId: providerPaymentId });
    const reversal = { returnId: providerPaymentId, how: 'reversal', stage: 'taken', providerPaymentId };
    const money = { currency: 'USD', minorUnits: PRICE };
    await settled(() =>
      expect(knownReturns(wordsOf(world, orderId))).toMatchObject([{ ...reversal, money }]),
    );
    expect(await world.provider.lookUp(orderId, providerPaymentId)).toMatchObject({
      kind: 'paid',
      money,
      returns: [reversal],
    });
    expect(await world.books(orderId)).toMatchObject([{ captured: 0, refunded: 0 }]);
  });

  it('an approval webhook is read as pending; only the capture webhook is read as paid', async () => {
    const orderId = newOrderId();
    await paidOn(world, orderId);
    await settled(() => {
      const kinds = wordsOf(world, orderId).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['paid', 'pending']);
    });
  });
});
