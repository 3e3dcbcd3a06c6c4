import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { PAYERMAX_KEYS } from '../../../../../tools/stack/payermax-keys.ts';
import { describeProvider } from '../test/provider-suite.ts';
import { answerInFrame, expectationsWith, startStage } from '../../test/provider-stage.ts';
import { agreeAtButton } from '../../test/payermax-button.ts';
import { PAYER, PRICE, type ProviderWorld } from '../test/provider-world.ts';
import { EVENTS } from './event-meanings.ts';
import { payermaxProvider } from './payermax.ts';

const pem = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
const { appId, merchantNo } = PAYERMAX_KEYS;

/** An event with the fields of every event type. */
function bodyOf(notifyType: string, status: string): string {
  const data = {
    status,
    outTradeNo: `${randomUUID().replaceAll('-', '_')}_1`,
    totalAmount: 9.99,
    currency: 'USD',
    amount: '9.99',
    outRefundNo: 'refund_1',
    refundAmount: 9.99,
    refundCurrency: 'USD',
    cancelNo: 'C1',
    caseId: 'O1',
    caseResult: 'WIN',
  };
  return JSON.stringify({ appId, merchantNo, notifyType, code: 'APPLY_SUCCESS', msg: 'Success.', data });
}

function knownEvents(): Record<string, string> {
  const rows = Object.entries(EVENTS).flatMap(([type, row]) =>
    (typeof row === 'function' ? ['ANY'] : Object.keys(row)).map((status) => [type, status] as const),
  );
  return Object.fromEntries(rows.map(([type, status]) => [`${type} ${status}`, bodyOf(type, status)]));
}

async function start(): Promise<ProviderWorld> {
  const stage = await startStage(6, '{"code":"SUCCESS","msg":"Success"}', () => ({
    payermax: {
      appId,
      merchantNo,
      merchantPublicKeyPem: pem(PAYERMAX_KEYS.merchantPublic),
      platformPrivateKeyPem: pem(PAYERMAX_KEYS.platformPrivate),
    },
  }));
  const provider = payermaxProvider({
    baseUrl: `${stage.url}/payermax/aggregate-pay/api/gateway`,
    appId,
    merchantNo,
    privateKeyPem: pem(PAYERMAX_KEYS.merchantPrivate),
    publicKeyPem: pem(PAYERMAX_KEYS.platformPublic),
    country: 'SA',
    notifyUrl: stage.notifyUrl,
    now: () => new Date(),
  });
  return {
    ...stage,
    provider,
    oneTime: { card: true, cvv: false },
    signs: 'every-byte',
    booksOmit: ['challenge', 'refund'],
    // PayerMax reports no arbitration after a dispute.
    disputesLack: ['taken-again', 'given-back-again', 'lost-for-good'],
    tellsForeignDisputes: 'in-payment-currency',
    events: { known: knownEvents(), unheardOf: bodyOf('SOMETHING_NEW', 'SUCCESS') },
    async cardFor(scenario) {
      const proofRequest = { scenario, isAgreed: true };
      const proof = await stage.control<{ paymentToken: string; sessionKey: string }>('proofs', proofRequest);
      return { dropInToken: proof.paymentToken, dropInSession: proof.sessionKey };
    },
    walletSession: { clientKey: expect.any(String), sessionKey: expect.any(String) },
    async walletFor(scenario) {
      const sessionRequest = { domain: 'pay.jawhara.example', displayName: 'Jawhara', amountUsdCents: PRICE };
      const session = await provider.openWalletSession?.({
        ...sessionRequest,
        payerReference: PAYER.reference,
      });
      if (session?.kind !== 'opened') throw new Error(`no session: ${session?.kind}`);
      return agreeAtButton(stage.url, session.sessionJson, scenario);
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
  wrongCvv: { outcome: 'verify', code: 'CVV_INVALID' },
});

describeProvider('provider 6, PayerMax', start, EXPECTATIONS);
