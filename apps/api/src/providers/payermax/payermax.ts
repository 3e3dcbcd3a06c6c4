import { declineOf, PAYERMAX, type CardSourceId, type WalletToken } from '@jawhara/domain';
import * as v from 'valibot';
import type {
  CardChange,
  CardSession,
  CardSessionRequest,
  LookUp,
  PaymentProvider,
  PaymentRequest,
  PaymentStep,
  WalletSession,
  WalletSessionRequest,
} from '../provider.ts';
import type { ObserveCall } from '../send-once.ts';
import { NO_WALLET_TOKEN, WALLET_SESSION_WITHIN_MS } from '../wallet-sheet.ts';
import { needed, pemSetting, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { payermaxClient, payermaxSignature, type PayermaxClient } from './client.ts';
import {
  buttonSessionBody,
  isOnItsPage,
  orderBody,
  sessionBody,
  tokenOf,
  type ButtonProof,
  type ShopFacts,
} from './order-body.ts';
import { refund, firstTradeOf, numberOfKey, stepOfTrade, tradeNumberSchema, tradeSchema } from './trade.ts';
import { interpretWebhook, readWebhook } from './webhook.ts';
import { PAYIN_TRANSACTIONS } from './payin-transactions.ts';

const querySchema = v.object({
  ...tradeSchema.entries,
  resultCode: v.nullish(v.string()),
  resultMsg: v.nullish(v.string()),
});

/** The state of a trade. A payer may still have to visit a page whose address a look-up lacks; that counts as pending. */
async function lookUpTrade(client: PayermaxClient, tradeNumber: string): Promise<LookUp> {
  const answer = await client.call('orderQuery', { outTradeNo: tradeNumber });
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused')
    return answer.code === 'ORDER_NOT_EXIST' ? { kind: 'none' } : { kind: 'unknown', why: answer.code };
  const reading = v.safeParse(querySchema, answer.data);
  if (!reading.success || reading.output.outTradeNo !== tradeNumber)
    return { kind: 'unknown', why: 'unreadable answer' };
  const { resultCode: code, resultMsg: message, ...trade } = reading.output;
  return stepOfTrade(trade, { code, message });
}

const key = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));

const proofSchema = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
  v.parseJson(),
  v.object({ paymentToken: key, sessionKey: key }),
);

/** Null for data that did not come from this provider's button: browsers can send anything. */
function buttonProofIn({ walletToken }: WalletToken): ButtonProof | null {
  const reading = v.safeParse(proofSchema, walletToken);
  return reading.success ? reading.output : null;
}

const buttonSessionSchema = v.object({ clientKey: key, sessionKey: key });

/** A session for PayerMax's button in our page: the provider handles certificates and Apple's session. */
async function openButtonSession(
  client: PayermaxClient,
  country: string,
  request: WalletSessionRequest,
): Promise<WalletSession> {
  const answer = await client.call('applyDropinSession', buttonSessionBody(country, request));
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return { kind: 'refused', why: answer.code };
  const reading = v.safeParse(buttonSessionSchema, answer.data);
  return reading.success
    ? { kind: 'opened', sessionJson: JSON.stringify(reading.output) }
    : { kind: 'unknown', why: 'unreadable session' };
}

interface PayermaxOptions extends ShopFacts {
  readonly baseUrl: string;
  readonly appId: string;
  readonly merchantNo: string;
  readonly privateKeyPem: string;
  readonly publicKeyPem: string;
  readonly now: () => Date;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly observe?: ObserveCall;
}

const TIMEOUT_MS = 15_000;

const orderSchema = v.object({
  outTradeNo: tradeNumberSchema,
  status: v.string(),
  redirectUrl: v.nullish(v.pipe(v.string(), v.url())),
});

/** The answer to an order contains neither amount nor card, so a decided order is looked up. */
async function stepOfOrder(
  client: PayermaxClient,
  data: unknown,
  tradeNumber: string,
  way: 'frame' | 'page',
): Promise<PaymentStep> {
  const reading = v.safeParse(orderSchema, data);
  if (!reading.success || reading.output.outTradeNo !== tradeNumber)
    return { kind: 'unknown', why: 'unreadable answer' };
  const { status, redirectUrl } = reading.output;
  const pending = { kind: 'pending', providerPaymentId: tradeNumber } as const;
  if (status === 'PENDING')
    return redirectUrl
      ? { kind: 'challenge', providerPaymentId: tradeNumber, way, url: redirectUrl }
      : pending;
  const books = await lookUpTrade(client, tradeNumber);
  return books.kind === 'none' || books.kind === 'unknown' ? pending : books;
}

function refusedWith(code: string): PaymentStep {
  return { kind: 'refused', providerPaymentId: null, outcome: declineOf(6, code).outcome, code };
}

async function authorise(
  client: PayermaxClient,
  shop: ShopFacts,
  request: PaymentRequest,
  keepsCard = request.keepCard,
): Promise<PaymentStep> {
  const tradeNumber = numberOfKey(request.idempotencyKey);
  const proof = 'walletToken' in request ? buttonProofIn(request) : null;
  if ('walletToken' in request && proof === null) return refusedWith(NO_WALLET_TOKEN);
  const body = orderBody(shop, request, tradeNumber, { keepsCard, proof });
  const answer = await client.call('orderAndPay', body);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'accepted')
    return stepOfOrder(client, answer.data, tradeNumber, isOnItsPage(request) ? 'page' : 'frame');
  // A refused request charges nothing, but an earlier try whose answer was lost may have used up the token: then this
  // refusal is only its consequence. So the order is looked up before it is reported as refused.
  const books = await lookUpTrade(client, tradeNumber);
  if (books.kind !== 'none') return books;
  // If the payer did not agree in the provider's fields, saving the card is refused: the payment is sent again without it.
  if (keepsCard && 'dropInToken' in request && answer.code === 'PARAMS_INVALID')
    return authorise(client, shop, request, false);
  return refusedWith(answer.code);
}

async function forgetCard(
  client: PayermaxClient,
  sourceId: CardSourceId,
  userId: string,
): Promise<CardChange> {
  const answer = await client.call('removePaymentToken', { userId, paymentTokenID: tokenOf(sourceId) });
  if (answer.kind === 'unknown') return answer;
  // AUTH_FAILED: the user has no such card, so it counts as deleted.
  if (answer.kind === 'accepted' || answer.code === 'AUTH_FAILED') return { kind: 'done' };
  return { kind: 'refused', why: answer.code };
}

const cardSessionSchema = v.object({ clientKey: v.string(), sessionKey: v.string() });

async function openCardSession(
  client: PayermaxClient,
  country: string,
  request: CardSessionRequest,
): Promise<CardSession> {
  const answer = await client.call('applyDropinSession', sessionBody(country, request));
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return { kind: 'refused', why: answer.code };
  const reading = v.safeParse(cardSessionSchema, answer.data);
  return reading.success
    ? { kind: 'opened', ...reading.output }
    : { kind: 'unknown', why: 'unreadable answer' };
}

/** Provider 6, PayerMax. */
export function payermaxProvider(options: PayermaxOptions): PaymentProvider {
  const { baseUrl, appId, merchantNo, now, country, notifyUrl } = options;
  const signature = payermaxSignature(options.privateKeyPem, options.publicKeyPem);
  const { timeoutMs = TIMEOUT_MS } = options;
  const wire = {
    baseUrl,
    appId,
    merchantNo,
    signature,
    now,
    timeoutMs,
    fetch: options.fetch ?? fetch,
    ...(options.observe === undefined ? {} : { observe: options.observe }),
  };
  const client = payermaxClient(wire);
  const hasty = payermaxClient({ ...wire, timeoutMs: Math.min(timeoutMs, WALLET_SESSION_WITHIN_MS) });
  const lookUp: PaymentProvider['lookUp'] = (orderId, providerPaymentId) =>
    lookUpTrade(client, providerPaymentId ?? firstTradeOf(orderId));
  return {
    number: 6,
    can: { lookUp: true, updateCardExpiry: false, wallets: true },
    authorise: (request) => authorise(client, { country, notifyUrl }, request),
    lookUp,
    // The payer's browser brings back the status, and anybody can forge it: so the trade is looked up.
    confirm: lookUp,
    refund: (request, idempotencyKey) => refund(client, request, idempotencyKey, notifyUrl),
    updateCardExpiry: async () => ({ kind: 'refused', why: 'this provider takes no new date' }),
    forgetCard: (sourceId, payerReference) => forgetCard(client, sourceId, payerReference),
    openCardSession: (request) => openCardSession(client, country, request),
    openWalletSession: (request) => openButtonSession(hasty, country, request),
    readWebhook: (raw) => readWebhook(raw, { signature, appId, merchantNo }),
    interpretWebhook,
  };
}

/** PayerMax's settings; null when its key is not set. */
const payermaxSettings = v.pipe(
  v.object({
    PAYERMAX_API_URL: v.optional(urlSetting),
    PAYERMAX_APP_ID: v.optional(v.string()),
    PAYERMAX_MERCHANT_NO: v.optional(v.string()),
    PAYERMAX_PRIVATE_KEY: v.optional(pemSetting),
    PAYERMAX_PUBLIC_KEY: v.optional(pemSetting),
    PAYERMAX_DROPIN_URL: v.optional(urlSetting),
    PAYERMAX_NOTIFY_URL: v.optional(urlSetting),
    PAYERMAX_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), 'SA'),
    PAYERMAX_ENVIRONMENT: v.optional(v.picklist(['sandbox', 'production']), 'sandbox'),
    PAYERMAX_SHOWS: v.optional(v.picklist(['drop-in', 'hosted-page']), 'drop-in'),
  }),
  v.transform((env) => {
    if (env.PAYERMAX_PRIVATE_KEY === undefined) return null;
    const need = needed('PAYERMAX');
    return {
      apiUrl: need('API_URL', env.PAYERMAX_API_URL),
      appId: need('APP_ID', env.PAYERMAX_APP_ID),
      merchantNo: need('MERCHANT_NO', env.PAYERMAX_MERCHANT_NO),
      privateKeyPem: env.PAYERMAX_PRIVATE_KEY,
      publicKeyPem: need('PUBLIC_KEY', env.PAYERMAX_PUBLIC_KEY),
      notifyUrl: need('NOTIFY_URL', env.PAYERMAX_NOTIFY_URL),
      country: env.PAYERMAX_COUNTRY,
      fields: {
        scriptUrl: need('DROPIN_URL', env.PAYERMAX_DROPIN_URL),
        environment: env.PAYERMAX_ENVIRONMENT,
        shows: env.PAYERMAX_SHOWS,
      },
    };
  }),
);

export const payermax: ProviderEntry<typeof PAYERMAX, v.InferOutput<typeof payermaxSettings>, null> = {
  number: PAYERMAX,
  settings: payermaxSettings,
  isLive: ({ fields }) => fields.environment === 'production',
  connect: ({ apiUrl: baseUrl, fields: _fields, ...facts }, tools) =>
    payermaxProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/payermax/', thanks: { code: 'SUCCESS', msg: 'Success' } },
  refusesAllWith: [
    'SIGN_VERIFY_FAILED',
    'REQ_TIME_OVER_TIME',
    'MERCHANT_INVALID',
    'MERCHANT_APP_INVALID',
    'CONTRACT_INVALID',
    'ONBOARD_ERROR',
    'ACCOUNT_BLOCKED',
    'TOO_MANY_REQUEST',
  ],
  reports: {
    report: PAYIN_TRANSACTIONS,
    // The provider has no address from which reports can be fetched.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
