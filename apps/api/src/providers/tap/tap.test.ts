import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApple, walletExpectationsWith, walletTokenOf } from '../../test/wallet-stage.ts';
import { startStage } from '../../test/provider-stage.ts';
import { describeProvider } from '../test/provider-suite.ts';
import { newOrderId, paidOn, requestFor, type ProviderWorld } from '../test/provider-world.ts';
import { KNOWN_STATUSES } from './webhook.ts';
import { tapProvider } from './tap.ts';

const SECRET_KEY = 'sk_test_ofthesuite0001';
const MERCHANT_ID = 'merchant-of-the-suite';

/** A webhook with the fields of every kind of object. */
function bodyOf(kind: string, status: string): string {
  return JSON.stringify({
    id: `${kind}_TS1`,
    status,
    amount: 9.99,
    currency: 'USD',
    charge_id: 'chg_TS1',
    reference: { order: randomUUID() },
  });
}

async function start(): Promise<ProviderWorld> {
  const stage = await startStage(19, '', () => ({ tap: { secretKey: SECRET_KEY, merchantId: MERCHANT_ID } }));
  const apple = await startApple();
  const walletFor = (scenario: string) => walletTokenOf(stage.url, scenario);
  const everything = () => stage.notificationsFor('' as OrderId);
  const chargeIn = (body: Buffer): string => /"(chg_\w+)"/.exec(body.toString('utf8'))?.[1] ?? '';
  return {
    ...stage,
    provider: tapProvider({
      baseUrl: `${stage.url}/tap/v2`,
      secretKey: SECRET_KEY,
      merchantId: MERCHANT_ID,
      notifyUrl: stage.notifyUrl,
      payerEmail: 'payer@jawhara.example',
      identity: apple.identity,
      now: () => new Date(),
    }),
    // A refund made in the provider's dashboard lacks the order's id: it is found by its charge.
    notificationsFor(orderId) {
      const charges = stage.notificationsFor(orderId).map(({ body }) => chargeIn(body));
      return everything().filter(({ body }) => charges.includes(chargeIn(body)));
    },
    oneTime: { card: true, cvv: false },
    signs: 'fields',
    booksOmit: ['refund'],
    // No webhook reports a dispute: disputes are in the report alone.
    disputesLack: ['opened', 'won', 'lost', 'withdrawn', 'taken-again', 'given-back-again', 'lost-for-good'],
    events: {
      known: Object.fromEntries(
        Object.entries(KNOWN_STATUSES).flatMap(([kind, statuses]) =>
          statuses.map((status) => [`${kind} ${status}`, bodyOf(kind, status)] as const),
        ),
      ),
      unheardOf: bodyOf('chg', 'SOMETHING_NEW'),
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
  balance: '505',
  expire: '407',
  other: '501',
  'high-risk': '514',
  verify: '516',
  wrongCvv: { outcome: 'other', code: '502' },
});

describeProvider('provider 19, Tap', start, EXPECTATIONS, 'wallets-alone');

describe('Tap’s own behaviour', () => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());

  it('a payment with an unreadable wallet token is refused before anything is sent', async () => {
    const orderId = newOrderId();
    const request = await requestFor(world, 'approve', orderId);
    const refused = { kind: 'refused', outcome: 'other', code: 'no-wallet-token', providerPaymentId: null };
    expect(await world.provider.authorise({ ...request, walletToken: 'e30=', methodType: '' })).toEqual(
      refused,
    );
    expect(await world.books(orderId)).toEqual([]);
  });

  it('a wallet payment reports the card in the wallet, and saves no card', async () => {
    const step = await paidOn(world, newOrderId());
    expect(step).toMatchObject({
      card: null,
      paidWith: { scheme: 'visa', last4: '4242', fingerprint: null },
    });
  });

  it('a second payment request with the same key and another amount has an unknown result, and makes no payment', async () => {
    const orderId = newOrderId();
    const request = await requestFor(world, 'approve', orderId);
    await world.provider.authorise(request);
    const dearer = { ...request, money: { currency: 'USD', minorUnits: 1_999 } };
    expect(await world.provider.authorise(dearer)).toMatchObject({ kind: 'unknown' });
    expect(await world.books(orderId)).toHaveLength(1);
  });
});
