import { TAP } from '@jawhara/domain';
import * as v from 'valibot';
import {
  askGateway,
  merchantIdentityIn,
  NO_WALLET_TOKEN,
  walletDataIn,
  type MerchantIdentity,
} from '../wallet-sheet.ts';
import type { ObserveCall } from '../send-once.ts';
import type { PaymentProvider, PaymentRequest, PaymentStep } from '../provider.ts';
import {
  newestOf,
  readWithEither,
  rotatedSetting,
  merchantIdentitySettings,
  needed,
  urlSetting,
  type ProviderEntry,
} from '../provider-entry.ts';
import { refusedStep, stepOfAnswer, wireAmount } from './charge-step.ts';
import { lookUp, lookUpByOrder, type TapBooks } from './books.ts';
import { tapClient } from './client.ts';
import { readWebhook, interpretWebhook } from './webhook.ts';
import { refund } from './refund.ts';
import { PAYOUT_REPORT } from './payout-report.ts';

interface TapShop {
  readonly merchantId: string;
  readonly notifyUrl: string;
  /** The provider requires an email address for every payer, and we have none: this one receives no mail. */
  readonly payerEmail: string;
}

export interface TapOptions extends TapShop {
  /** With its version: https://api.tap.company/v2 */
  readonly baseUrl: string;
  readonly secretKey: string;
  /** Our own merchant identity at Apple, which opens the sheets. */
  readonly identity: MerchantIdentity;
  readonly now: () => Date;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly observe?: ObserveCall;
}

const TIMEOUT_MS = 15_000;

/**
 * A rejected request charges nothing, but an earlier try may have: so the order is looked up before it is reported as
 * refused.
 */
async function refusedUnlessKnown(
  books: TapBooks,
  { orderId }: PaymentRequest,
  code: string,
): Promise<PaymentStep> {
  const known = await lookUpByOrder(books, orderId);
  return known.kind === 'none' ? refusedStep(null, code) : known;
}

function chargeBody(request: PaymentRequest, token: string, shop: TapShop): object {
  const { money, orderId, idempotencyKey, payer } = request;
  return {
    amount: wireAmount(money),
    currency: money.currency,
    customer_initiated: true,
    threeDSecure: false, // the wallet has authenticated its owner
    save_card: false,
    description: 'Jawhara',
    metadata: { order_id: orderId },
    reference: { transaction: idempotencyKey, order: orderId, idempotent: idempotencyKey },
    receipt: { email: false, sms: false },
    customer: { first_name: payer.reference, email: shop.payerEmail },
    merchant: { id: shop.merchantId },
    source: { id: token },
    post: { url: shop.notifyUrl },
    redirect: { url: request.returnUrls.page },
  };
}

const tokenSchema = v.object({ id: v.pipe(v.string(), v.startsWith('tok_')) });

async function authorise(books: TapBooks, request: PaymentRequest, shop: TapShop): Promise<PaymentStep> {
  const { client } = books;
  const data = walletDataIn(request);
  if (data === null) return refusedStep(null, NO_WALLET_TOKEN);
  // Takes no money: a second token of the same card is no second payment.
  const made = await client.post('/tokens', {
    type: 'applepay',
    token_data: data.json,
    client_ip: request.payer.address,
  });
  if (made.kind === 'unknown') return made;
  if (made.kind === 'refused') return refusedUnlessKnown(books, request, made.code);
  const token = v.safeParse(tokenSchema, made.body);
  if (!token.success) return { kind: 'unknown', why: 'unreadable answer' };
  const answer = await client.post('/charges', chargeBody(request, token.output.id, shop));
  if (answer.kind === 'unknown') return answer;
  return answer.kind === 'answered'
    ? stepOfAnswer(answer.body, request.orderId)
    : refusedUnlessKnown(books, request, answer.code);
}

/** Provider 19, Tap. It takes only wallets and saves no cards for us. */
export function tapProvider(options: TapOptions): PaymentProvider {
  const { now, notifyUrl, secretKey } = options;
  const observed = options.observe === undefined ? {} : { observe: options.observe };
  const client = tapClient({
    baseUrl: options.baseUrl,
    secretKey: newestOf(secretKey),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    fetch: options.fetch ?? fetch,
    ...observed,
  });
  const books = { client, now };
  return {
    number: 19,
    can: { lookUp: true, updateCardExpiry: false, wallets: true },
    authorise: (request) => authorise(books, request, options),
    lookUp: (orderId, providerPaymentId) => lookUp(books, orderId, providerPaymentId),
    confirm: (orderId, providerPaymentId) => lookUp(books, orderId, providerPaymentId),
    refund: (request, idempotencyKey) => refund(client, request, idempotencyKey, notifyUrl),
    updateCardExpiry: async () => ({ kind: 'refused', why: 'this provider keeps no cards' }),
    forgetCard: async () => ({ kind: 'done' }),
    openWalletSession: (request) => askGateway(options.identity, request, observed),
    readWebhook: (raw) => readWithEither(secretKey, (key) => readWebhook(raw, key)),
    interpretWebhook,
  };
}

/**
 * Tap's settings; null when its key is not set. With the key a merchant identity at Apple is needed too, because Tap takes only
 * wallets here.
 */
const tapSettings = v.pipe(
  v.object({
    TAP_API_URL: v.optional(urlSetting),
    TAP_SECRET_KEY: v.optional(rotatedSetting(v.pipe(v.string(), v.regex(/^sk_(test|live)_\S{8,}$/)))),
    TAP_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1))),
    TAP_NOTIFY_URL: v.optional(urlSetting),
    TAP_PAYER_EMAIL: v.optional(v.pipe(v.string(), v.email())),
    ...merchantIdentitySettings,
  }),
  v.transform((env) => {
    if (env.TAP_SECRET_KEY === undefined) return null;
    const need = needed('TAP');
    const identity = merchantIdentityIn(env);
    if (identity === null) throw new Error('missing in the environment: APPLE_PAY_MERCHANT_ID');
    return {
      identity,
      apiUrl: need('API_URL', env.TAP_API_URL),
      secretKey: env.TAP_SECRET_KEY,
      merchantId: need('MERCHANT_ID', env.TAP_MERCHANT_ID),
      notifyUrl: need('NOTIFY_URL', env.TAP_NOTIFY_URL),
      payerEmail: need('PAYER_EMAIL', env.TAP_PAYER_EMAIL),
    };
  }),
);

export const tap: ProviderEntry<typeof TAP, v.InferOutput<typeof tapSettings>, null> = {
  number: TAP,
  settings: tapSettings,
  isLive: ({ secretKey }) => secretKey.startsWith('sk_live_'),
  connect: ({ apiUrl: baseUrl, ...facts }, tools) => tapProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/tap/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: PAYOUT_REPORT,
    // A workbook of the provider's dashboard: an operator downloads it.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
