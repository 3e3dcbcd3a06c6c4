import type { CardSourceId, OrderId } from '@jawhara/domain';
import { generateKeyPairSync, sign } from 'node:crypto';
import { payermaxProvider } from '../payermax.ts';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
export const shop = pair();
export const platform = pair();

export const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab' as OrderId;
export const TRADE = '0190a5b2_7c1e_7f00_8a00_0123456789ab_1';
export const BROWSER = {
  acceptHeader: '*/*',
  colorDepth: 24,
  isJavaEnabled: false,
  language: 'ar',
  screenHeight: 640,
  screenWidth: 360,
  timeZoneOffsetMinutes: -180,
  userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile',
};
export const DROP_IN = { dropInToken: 'token_neverinalog', dropInSession: 'session_neverinalog' };
export const REST = {
  orderId: ORDER,
  money: { currency: 'USD', minorUnits: 1999 },
  keepCard: true,
  idempotencyKey: `${ORDER}-1`,
  returnUrls: { frame: 'http://127.0.0.1/bank-return.html', page: 'http://127.0.0.1/recharge-list' },
  payer: { reference: 'device-1', address: '203.0.113.7', locale: 'ar' as const, browser: BROWSER },
};
export const REQUEST = { ...REST, ...DROP_IN };
export const MONEY = { providerPaymentId: TRADE, money: REST.money };
export const REFUND = { ...MONEY, paid: REST.money, orderId: ORDER };
export const CARD = 'pmx_PMTOKENabc' as CardSourceId;

interface SentRequest {
  readonly url: string;
  readonly body: string;
  readonly init: RequestInit;
}

type Reply = (sent: SentRequest) => Promise<Response> | Response;

export const calledBy = ({ url }: SentRequest): string => url.split('/').at(-1) ?? '';

/** Our adapter before a provider that answers as a test wants it to. */
export function providerAnswering(answer: Reply, timeoutMs = 1_000) {
  const sent: SentRequest[] = [];
  const outcomes: string[] = [];
  const provider = payermaxProvider({
    baseUrl: 'http://provider.invalid/gateway/',
    appId: 'app-1',
    merchantNo: 'P-1',
    privateKeyPem: shop.privateKey,
    publicKeyPem: platform.publicKey,
    country: 'SA',
    notifyUrl: 'http://127.0.0.1/webhooks/payermax/',
    now: () => new Date('2026-11-15T08:00:00.123Z'),
    timeoutMs,
    observe: ({ name, outcome }) => void outcomes.push(`${name} ${outcome}`),
    fetch: async (url, init = {}) => {
      const call = { url: url as string, init, body: init.body as string };
      sent.push(call);
      return answer(call);
    },
  });
  return { provider, sent, outcomes };
}

export function signed(reply: object, key = platform.privateKey): Response {
  const body = JSON.stringify(reply);
  const signature = sign('RSA-SHA256', Buffer.from(body), key).toString('base64');
  return new Response(body, { headers: { sign: signature } });
}

export const successResponse = (data: object): Response =>
  signed({ code: 'APPLY_SUCCESS', msg: 'Success.', data });
export const refusal = (code: string): Response => signed({ code, msg: code });
export const dataOf = ({ body }: SentRequest): Record<string, unknown> =>
  (JSON.parse(body) as { data: Record<string, unknown> }).data;
