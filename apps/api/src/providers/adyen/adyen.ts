import { createHash, randomUUID } from 'node:crypto';
import type { ApplePaySessionRequest } from '@adyen/api-library/lib/src/typings/checkout/applePaySessionRequest.js';
import type { PaymentDetailsRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentDetailsRequest.js';
import type { PaymentRefundRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentRefundRequest.js';
import { ADYEN, PROVIDERS, type CardSourceId, type OrderId, type PayerProof } from '@jawhara/domain';
import * as v from 'valibot';
import type {
  CardChange,
  LookUp,
  PaymentProvider,
  PaymentRequest,
  PaymentStep,
  RefundRequest,
  RefundStep,
  WalletSession,
  WalletSessionRequest,
} from '../provider.ts';
import type { ObserveCall } from '../send-once.ts';
import { sessionIn, WALLET_SESSION_WITHIN_MS } from '../wallet-sheet.ts';
import { readWithEither, rotatedSetting, needed, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { adyenClient, errorCode, type AdyenClient } from './client.ts';
import { paymentRequest } from './payment-request.ts';
import { stepOfAnswer } from './payment-step.ts';
import { interpretWebhook, readWebhook } from './webhook.ts';
import { adyenReports, SETTLEMENT_DETAILS } from './settlement-details.ts';

const answerSchema = v.object({
  data: v.pipe(
    v.string(),
    v.base64(),
    v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
    v.parseJson(),
  ),
});

/**
 * Adyen opens the session with its own Apple certificate. Each sheet needs a new session, so each call has a new key.
 */
async function openWalletSession(
  client: AdyenClient,
  merchantIdentifier: string,
  { domain, displayName }: WalletSessionRequest,
): Promise<WalletSession> {
  const body: ApplePaySessionRequest = { displayName, domainName: domain, merchantIdentifier };
  const target = { name: 'applePay sessions', path: '/applePay/sessions' };
  const answer = await client.post(target, body, randomUUID());
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300) return { kind: 'refused', why: errorCode(answer) };
  const reading = v.safeParse(answerSchema, answer.body);
  return reading.success ? sessionIn(reading.output.data) : { kind: 'unknown', why: 'unreadable answer' };
}

interface AdyenOptions {
  /** With its version: https://checkout-test.adyen.com/v72 */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly merchantAccount: string;
  readonly hmacKey: string;
  /** The shop's Apple merchant id, as registered at the provider. Null or missing: no wallets. */
  readonly applePayMerchantId?: string | null;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly observe?: ObserveCall;
}

const TIMEOUT_MS = 15_000;

async function authorise(
  client: AdyenClient,
  merchantAccount: string,
  request: PaymentRequest,
): Promise<PaymentStep> {
  const answer = await client.post(
    { name: 'payments', path: '/payments' },
    paymentRequest(request, merchantAccount),
    request.idempotencyKey,
  );
  if (answer.kind === 'unknown') return answer;
  const sourceId = 'sourceId' in request ? request.sourceId : null;
  if (answer.status < 300) return stepOfAnswer(answer.body, { orderId: request.orderId, sourceId });
  // The request was rejected before anything was charged, and repeating it returns the same answer.
  return { kind: 'refused', providerPaymentId: null, outcome: 'other', code: errorCode(answer) };
}

function detailsOf(proof: PayerProof): PaymentDetailsRequest['details'] {
  return 'threeDsResult' in proof
    ? { threeDSResult: proof.threeDsResult }
    : { redirectResult: proof.redirectResult };
}

/** The same proof of the same order has the same key, so a page that sends it twice causes one call. */
function proofKey(orderId: OrderId, details: object): string {
  return `${orderId}-${createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 24)}`;
}

async function confirm(
  client: AdyenClient,
  orderId: OrderId,
  providerPaymentId: string | null,
  proof: PayerProof | null,
): Promise<LookUp> {
  const waits = { kind: 'pending', providerPaymentId } as const;
  if (proof === null) return waits;
  const details = detailsOf(proof);
  const answer = await client.post(
    { name: 'payments details', path: '/payments/details' },
    { details } satisfies PaymentDetailsRequest,
    proofKey(orderId, details),
  );
  if (answer.kind === 'unknown') return answer;
  // An unreadable proof is not a refusal: anybody can send one, and the real proof may still arrive.
  if (answer.status >= 300) return waits;
  return stepOfAnswer(answer.body, { orderId, sourceId: null });
}

const refundSchema = v.object({ pspReference: v.pipe(v.string(), v.minLength(1)) });

/** Accepted means received: a webhook with the same reference reports whether the refund succeeded. */
async function refund(
  client: AdyenClient,
  merchantAccount: string,
  { providerPaymentId, money }: RefundRequest,
  idempotencyKey: string,
): Promise<RefundStep> {
  const path = `/payments/${encodeURIComponent(providerPaymentId)}/refunds`;
  // Sent without a reference of the refund, so that the webhook about it carries the order's reference.
  const amount = { value: money.minorUnits, currency: money.currency };
  const body: PaymentRefundRequest = { merchantAccount, amount };
  const answer = await client.post({ name: 'payments :id refunds', path }, body, idempotencyKey);
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300) return { kind: 'refused', why: errorCode(answer) };
  const reading = v.safeParse(refundSchema, answer.body);
  return reading.success
    ? { kind: 'accepted', returnId: reading.output.pspReference }
    : { kind: 'unknown', why: 'unreadable answer' };
}

const CARD_UNKNOWN = '803';

async function forgetCard(
  client: AdyenClient,
  merchantAccount: string,
  sourceId: CardSourceId,
  shopperReference: string,
): Promise<CardChange> {
  const owner = new URLSearchParams({ shopperReference, merchantAccount }).toString();
  const path = `/storedPaymentMethods/${encodeURIComponent(sourceId)}?${owner}`;
  const answer = await client.delete({ name: 'storedPaymentMethods :id', path });
  if (answer.kind === 'unknown') return answer;
  const isGone = answer.status < 300 || answer.status === 404 || errorCode(answer) === CARD_UNKNOWN;
  return isGone ? { kind: 'done' } : { kind: 'refused', why: errorCode(answer) };
}

/** Provider 17, Adyen. It has no look-up: whatever an answer leaves open is reported by webhook. */
export function adyenProvider(options: AdyenOptions): PaymentProvider {
  const { merchantAccount, applePayMerchantId = null } = options;
  const clientWithin = (timeoutMs: number): AdyenClient =>
    adyenClient({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      timeoutMs,
      fetch: options.fetch ?? fetch,
      ...(options.observe === undefined ? {} : { observe: options.observe }),
    });
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const client = clientWithin(timeoutMs);
  const hurried = clientWithin(Math.min(timeoutMs, WALLET_SESSION_WITHIN_MS));
  return {
    number: 17,
    can: {
      lookUp: PROVIDERS[ADYEN].hasLookUp,
      updateCardExpiry: false,
      wallets: applePayMerchantId !== null,
    },
    authorise: (request) => authorise(client, merchantAccount, request),
    lookUp: async (_orderId, providerPaymentId) => ({ kind: 'pending', providerPaymentId }),
    confirm: (orderId, providerPaymentId, proof) => confirm(client, orderId, providerPaymentId, proof),
    refund: (request, idempotencyKey) => refund(client, merchantAccount, request, idempotencyKey),
    updateCardExpiry: async () => ({ kind: 'refused', why: 'this provider has no call for it' }),
    forgetCard: (sourceId, payerReference) => forgetCard(client, merchantAccount, sourceId, payerReference),
    ...(applePayMerchantId === null
      ? {}
      : { openWalletSession: (request) => openWalletSession(hurried, applePayMerchantId, request) }),
    readWebhook: (raw) =>
      readWithEither(options.hmacKey, (hmacKey) => readWebhook(raw, { ...options, hmacKey })),
    interpretWebhook,
  };
}

const apiKey = v.pipe(v.string(), v.minLength(16));

/** Adyen's settings; null when its API key is not set. */
const adyenSettings = v.pipe(
  v.object({
    ADYEN_API_URL: v.optional(urlSetting),
    ADYEN_API_KEY: v.optional(apiKey),
    ADYEN_MERCHANT_ACCOUNT: v.optional(v.string()),
    ADYEN_HMAC_KEY: v.optional(rotatedSetting(v.pipe(v.string(), v.hexadecimal(), v.minLength(32)))),
    ADYEN_CLIENT_KEY: v.optional(v.pipe(v.string(), v.regex(/^(test|live)_/))),
    ADYEN_FIELDS_URL: v.optional(urlSetting),
    ADYEN_APPLE_PAY_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  }),
  v.transform((env) => {
    if (env.ADYEN_API_KEY === undefined) return null;
    const need = needed('ADYEN');
    const clientKey = need('CLIENT_KEY', env.ADYEN_CLIENT_KEY);
    const merchantAccount = need('MERCHANT_ACCOUNT', env.ADYEN_MERCHANT_ACCOUNT);
    return {
      apiUrl: need('API_URL', env.ADYEN_API_URL),
      apiKey: env.ADYEN_API_KEY,
      merchantAccount,
      hmacKey: need('HMAC_KEY', env.ADYEN_HMAC_KEY),
      // Without the merchant id no Apple Pay sheet can be opened, so no wallet is offered.
      applePayMerchantId: env.ADYEN_APPLE_PAY_MERCHANT_ID ?? null,
      googlePay: { gateway: 'adyen', gatewayMerchantId: merchantAccount },
      fields: {
        clientKey,
        environment: clientKey.startsWith('live_') ? ('live' as const) : ('test' as const),
        apiUrl: env.ADYEN_FIELDS_URL ?? null,
      },
    };
  }),
);

const adyenReportSettings = v.pipe(
  v.object({
    ADYEN_REPORTS_URL: v.optional(urlSetting),
    ADYEN_REPORTS_KEY: v.optional(apiKey),
  }),
  v.transform(({ ADYEN_REPORTS_URL: reportsUrl, ADYEN_REPORTS_KEY: key }) =>
    reportsUrl && key ? { reportsUrl, apiKey: key } : null,
  ),
);

export const adyen: ProviderEntry<
  typeof ADYEN,
  v.InferOutput<typeof adyenSettings>,
  v.InferOutput<typeof adyenReportSettings>
> = {
  number: ADYEN,
  settings: adyenSettings,
  isLive: ({ fields }) => fields.environment === 'live',
  connect: ({ apiUrl: baseUrl, fields: _fields, googlePay: _googlePay, ...facts }, { observe }) =>
    adyenProvider({ ...facts, baseUrl, observe }),
  inbox: { path: '/webhooks/adyen/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: SETTLEMENT_DETAILS,
    settings: adyenReportSettings,
    source: (settings, announcements) => adyenReports({ ...settings, announcements }),
  },
};
