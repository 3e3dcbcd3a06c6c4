import { STRIPE } from '@jawhara/domain';
import type Stripe from 'stripe';
import * as v from 'valibot';
import {
  askGateway,
  merchantIdentityIn,
  NO_WALLET_TOKEN,
  walletDataIn,
  type MerchantIdentity,
  type WalletData,
} from '../wallet-sheet.ts';
import type { ObserveCall } from '../send-once.ts';
import type { PaymentProvider, PaymentRequest, PaymentStep, RefundRequest, RefundStep } from '../provider.ts';
import {
  readWithEither,
  rotatedSetting,
  merchantIdentitySettings,
  needed,
  urlSetting,
  type ProviderEntry,
} from '../provider-entry.ts';
import { lookUp, lookUpByOrder, refundSchema, REFUND_STAGES, type StripeBooks } from './books.ts';
import { stripeClient, type StripeClient, type StripeClientAnswer } from './client.ts';
import { ORDER_KEY, refusedStep, stepOfAnswer } from './intent-step.ts';
import { readWebhook, interpretWebhook } from './webhook.ts';
import { BALANCE_ACTIVITY } from './balance-activity.ts';

export interface StripeOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
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
async function unlessKnown(
  books: StripeBooks,
  { orderId }: PaymentRequest,
  otherwise: PaymentStep,
): Promise<PaymentStep> {
  const known = await lookUpByOrder(books, orderId);
  return known.kind === 'none' ? otherwise : known;
}

type Refused = Extract<StripeClientAnswer, { kind: 'refused' }>;

const intentIdSchema = v.object({ id: v.pipe(v.string(), v.startsWith('pi_')) });

/** The key was used before with another body: our own fault. It is no refusal of the payment. */
const KEY_OF_ANOTHER_BODY = 'idempotency_error';

async function stepOfRefusal(
  books: StripeBooks,
  request: PaymentRequest,
  { type, code, message, intent }: Refused,
): Promise<PaymentStep> {
  const declined = v.safeParse(intentIdSchema, intent);
  // The bank declined an intent that was created: that is a decision.
  if (declined.success) return refusedStep(declined.output.id, code, message);
  return unlessKnown(
    books,
    request,
    type === KEY_OF_ANOTHER_BODY ? { kind: 'unknown', why: type } : refusedStep(null, code, message),
  );
}

const tokenSchema = v.object({ id: v.pipe(v.string(), v.startsWith('tok_')) });

/**
 * Makes a token from the wallet's data, as the provider requires. A token takes no money; it has a key so that a repeated
 * payment is the same one.
 */
function createToken(
  client: StripeClient,
  { text, transactionId }: WalletData,
  idempotencyKey: string,
): Promise<StripeClientAnswer> {
  return client.createToken(
    { pk_token: text, ...(transactionId === null ? {} : { pk_token_transaction_id: transactionId }) },
    `${idempotencyKey}-token`,
  );
}

function intentParams(
  { money, orderId, idempotencyKey }: PaymentRequest,
  token: string,
): Stripe.PaymentIntentCreateParams {
  return {
    amount: money.minorUnits,
    currency: money.currency.toLowerCase(),
    confirm: true,
    capture_method: 'automatic', // without this field the capture happens some time after the answer
    allowed_payment_method_types: ['card'],
    // The library's types lack the token in this place.
    payment_method_data: {
      type: 'card',
      card: { token },
    } as Stripe.PaymentIntentCreateParams.PaymentMethodData,
    error_on_requires_action: true,
    metadata: { [ORDER_KEY]: orderId, attempt: idempotencyKey },
    expand: ['latest_charge'],
  };
}

async function authorise(books: StripeBooks, request: PaymentRequest): Promise<PaymentStep> {
  const { client } = books;
  const data = walletDataIn(request);
  if (data === null) return refusedStep(null, NO_WALLET_TOKEN);
  const made = await createToken(client, data, request.idempotencyKey);
  if (made.kind === 'unknown') return { kind: 'unknown', why: made.why };
  if (made.kind === 'refused') return stepOfRefusal(books, request, made);
  const token = v.safeParse(tokenSchema, made.body);
  if (!token.success) return { kind: 'unknown', why: 'unreadable answer' };
  const answer = await client.createIntent(intentParams(request, token.output.id), request.idempotencyKey);
  if (answer.kind === 'answered') return stepOfAnswer(answer.body, request.orderId);
  if (answer.kind === 'refused') return stepOfRefusal(books, request, answer);
  const unknown = { kind: 'unknown', why: answer.why } as const;
  return answer.isReplay ? unlessKnown(books, request, unknown) : unknown;
}

/** A refund in progress counts as accepted: its result is reported under the same id. */
async function refund(
  client: StripeClient,
  { providerPaymentId, money, orderId }: RefundRequest,
  idempotencyKey: string,
): Promise<RefundStep> {
  const answer = await client.createRefund(
    { payment_intent: providerPaymentId, amount: money.minorUnits, metadata: { [ORDER_KEY]: orderId } },
    idempotencyKey,
  );
  if (answer.kind === 'unknown') return { kind: 'unknown', why: answer.why };
  if (answer.kind === 'refused')
    return answer.type === KEY_OF_ANOTHER_BODY
      ? { kind: 'unknown', why: answer.type }
      : { kind: 'refused', why: answer.code };
  const reading = v.safeParse(refundSchema, answer.body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { id, status } = reading.output;
  return REFUND_STAGES[status] === 'given-back'
    ? { kind: 'refused', why: status }
    : { kind: 'accepted', returnId: id };
}

/** Provider 18, Stripe. It takes only wallets and saves no cards for us. */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const { now } = options;
  const observed = options.observe === undefined ? {} : { observe: options.observe };
  const client = stripeClient({
    baseUrl: options.baseUrl,
    secretKey: options.secretKey,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    fetch: options.fetch ?? fetch,
    ...observed,
  });
  const books = { client, now };
  return {
    number: 18,
    can: { lookUp: true, updateCardExpiry: false, wallets: true },
    authorise: (request) => authorise(books, request),
    lookUp: (orderId, providerPaymentId) => lookUp(books, orderId, providerPaymentId),
    confirm: (orderId, providerPaymentId) => lookUp(books, orderId, providerPaymentId),
    refund: (request, idempotencyKey) => refund(client, request, idempotencyKey),
    updateCardExpiry: async () => ({ kind: 'refused', why: 'this provider keeps no cards' }),
    forgetCard: async () => ({ kind: 'done' }),
    openWalletSession: (request) => askGateway(options.identity, request, observed),
    readWebhook: (raw) => readWithEither(options.webhookSecret, (secret) => readWebhook(raw, secret, now())),
    interpretWebhook,
  };
}

const secretKey = v.pipe(v.string(), v.regex(/^(sk|rk)_(test|live)_\w{8,}$/));

/**
 * Stripe's settings; null when its key is not set. With the key a merchant identity at Apple is needed too, because Stripe takes
 * only wallets here.
 */
const stripeSettings = v.pipe(
  v.object({
    // Host only: the library adds the paths.
    STRIPE_API_URL: v.optional(v.pipe(urlSetting, v.regex(/^https?:\/\/[^/]+\/?$/))),
    STRIPE_SECRET_KEY: v.optional(secretKey),
    STRIPE_WEBHOOK_SECRET: v.optional(rotatedSetting(v.pipe(v.string(), v.regex(/^whsec_\S{16,}$/)))),
    ...merchantIdentitySettings,
  }),
  v.transform((env) => {
    if (env.STRIPE_SECRET_KEY === undefined) return null;
    const need = needed('STRIPE');
    const identity = merchantIdentityIn(env);
    if (identity === null) throw new Error('missing in the environment: APPLE_PAY_MERCHANT_ID');
    return {
      identity,
      apiUrl: need('API_URL', env.STRIPE_API_URL),
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: need('WEBHOOK_SECRET', env.STRIPE_WEBHOOK_SECRET),
    };
  }),
);

export const stripe: ProviderEntry<typeof STRIPE, v.InferOutput<typeof stripeSettings>, null> = {
  number: STRIPE,
  settings: stripeSettings,
  isLive: ({ secretKey }) => /^[sr]k_live_/.test(secretKey),
  connect: ({ apiUrl: baseUrl, ...facts }, tools) => stripeProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/stripe/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: BALANCE_ACTIVITY,
    // The provider makes a report only on request, which takes a while: an operator requests it.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
