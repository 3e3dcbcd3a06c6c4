import type { ScenarioKey } from '../../../../sandbox/src/scenarios.ts';
import { createSandbox, type Sandbox } from '../../../../sandbox/src/server.ts';
import { APPLE_PAY_KEYS } from '../../../../../tools/stack/apple-pay-keys.ts';
import { expectationsWith, PLAIN, startStage } from '../../test/provider-stage.ts';
import { walletToken } from '../../test/wallet-token.ts';
import { describeProvider } from '../test/provider-suite.ts';
import { newOrderId, type Expectation, type ProviderWorld } from '../test/provider-world.ts';
import { demoProvider } from './demo.ts';
import { EVENT_TYPES } from './webhook.ts';

const KEYS = { apiKey: 'demo-key-of-the-suite-1', webhookKey: 'demo-webhook-key-of-the-suite' };
const pem = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

function bodyOf(type: string): string {
  const id = (prefix: string) => `${prefix}_${'0'.repeat(24)}`;
  const amount = { value: 999, currency: 'USD' };
  return JSON.stringify({
    id: id('devt'),
    type,
    payment: { id: id('dpay'), reference: newOrderId(), status: 'paid', amount },
    returned: { id: id('dref'), kind: 'refund', stage: 'made', amount: 999, currency: 'USD' },
  });
}

/** A sandbox of Apple's gateway: the provider does not offer one. */
async function startApple(): Promise<Sandbox> {
  return createSandbox({
    port: 0,
    providers: {},
    applePayGateway: {
      port: 0,
      authorityPem: pem(APPLE_PAY_KEYS.authority),
      certificatePem: pem(APPLE_PAY_KEYS.gatewayCertificate),
      keyPem: pem(APPLE_PAY_KEYS.gatewayKey),
    },
  });
}

async function start(): Promise<ProviderWorld> {
  const apple = await startApple();
  const stage = await startStage(30, '', (webhookUrl) => ({ demo: { ...KEYS, webhookUrl } }));
  const walletFor = async (scenario: string) => ({
    walletToken: await walletToken(stage.url, scenario),
    methodType: 'debit',
  });
  return {
    ...stage,
    provider: demoProvider({
      apiUrl: `${stage.url}/demo/v1`,
      ...KEYS,
      identity: {
        merchantId: APPLE_PAY_KEYS.merchantId,
        certificatePem: pem(APPLE_PAY_KEYS.merchantCertificate),
        keyPem: pem(APPLE_PAY_KEYS.merchantKey),
        gatewayUrl: apple.gatewayUrl ?? '',
        authorityPem: pem(APPLE_PAY_KEYS.authority),
      },
    }),
    oneTime: { card: true, cvv: false },
    signs: 'every-byte',
    events: {
      known: Object.fromEntries(Object.keys(EVENT_TYPES).map((type) => [type, bodyOf(type)])),
      unheardOf: bodyOf('something.new'),
    },
    cardFor: walletFor,
    walletFor,
    cvvToken: async () => null,
    answerBank: async () => {
      throw new Error('no bank asks');
    },
    async stop() {
      await stage.stop();
      await apple.close();
    },
  };
}

const refused = expectationsWith({
  balance: 'insufficient_funds',
  expire: 'card_expired',
  other: 'bank_refused',
  'high-risk': 'suspected_fraud',
  verify: 'authentication_failed',
  wrongCvv: { outcome: 'other', code: 'security_code_wrong' },
});

/** A wallet authenticates its owner, so no bank challenge follows: the payment is paid or refused at once. */
const EXPECTATIONS: Record<ScenarioKey, Expectation> = {
  ...refused,
  challenge: PLAIN,
  'challenge-mastercard': PLAIN,
  'challenge-then-insufficient-funds': refused['insufficient-funds'],
};

describeProvider('provider 30, the demo environment', start, EXPECTATIONS, 'wallets-alone');
