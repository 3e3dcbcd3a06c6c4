import { PAYERMAX_KEYS } from '../../../../../tools/stack/payermax-keys.ts';
import { describeProvider } from '../provider-suite.ts';
import { answerInFrame, expectationsWith, startStage } from '../../test/provider-stage.ts';
import type { ProviderWorld } from '../provider-world.ts';
import { payermaxProvider } from './payermax.provider.ts';

const pem = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
const { appId, merchantNo } = PAYERMAX_KEYS;

async function start(): Promise<ProviderWorld> {
  const stage = await startStage(6, '{"code":"SUCCESS","msg":"Success"}', () => ({
    payermax: {
      appId,
      merchantNo,
      merchantPublicKeyPem: pem(PAYERMAX_KEYS.merchantPublic),
      platformPrivateKeyPem: pem(PAYERMAX_KEYS.platformPrivate),
    },
  }));
  return {
    ...stage,
    provider: payermaxProvider({
      baseUrl: `${stage.url}/payermax/aggregate-pay/api/gateway`,
      appId,
      merchantNo,
      privateKeyPem: pem(PAYERMAX_KEYS.merchantPrivate),
      publicKeyPem: pem(PAYERMAX_KEYS.platformPublic),
      country: 'SA',
      notifyUrl: stage.notifyUrl,
      now: () => new Date(),
    }),
    oneTime: { card: true, cvv: false },
    signs: 'every-byte',
    booksOmit: ['challenge', 'refund'],
    async cardFor(scenario) {
      const asked = { scenario, isAgreed: true };
      const proof = await stage.control<{ paymentToken: string; sessionKey: string }>('proofs', asked);
      return { dropInToken: proof.paymentToken, dropInSession: proof.sessionKey };
    },
    cvvToken: async () => null,
    answerBank: answerInFrame,
  };
}

const EXPECTATIONS = expectationsWith({
  balance: 'BALANCE_INSUFFICIENT',
  expire: 'CARD_EXPIRE_DATE_INVALID',
  other: 'PAYMENT_FAILED',
  'high-risk': 'PAYMENT_REJECTED',
  verify: 'AUTHENTICATE_FAILED',
  wrongCvv: { outcome: 'other', code: 'CVV_INVALID' },
});

describeProvider('provider 6, PayerMax', start, EXPECTATIONS);
