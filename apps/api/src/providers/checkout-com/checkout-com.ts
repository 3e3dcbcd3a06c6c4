import { CHECKOUT_COM, type CardExpiry, type CardSourceId } from '@jawhara/domain';
import * as v from 'valibot';
import type {
  CardChange,
  LookUp,
  PaymentProvider,
  PaymentRequest,
  RefundRequest,
  RefundStep,
} from '../provider.ts';
import type { ObserveCall } from '../send-once.ts';
import { readWithEither, rotatedSetting, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { checkoutComClient, type CheckoutComClient, type CheckoutComClientAnswer } from './client.ts';
import { lookUp, lookUpByReference } from './look-up.ts';
import { stepOfAnswer } from './payment-step.ts';
import { interpretWebhook, readWebhook } from './webhook.ts';
import { checkoutComReports, FINANCIAL_ACTIONS } from './financial-actions.ts';

/** The token or saved card that is charged, or why there is none. */
type CheckoutComSource =
  | { readonly kind: 'given'; readonly source: object }
  | { readonly kind: 'refused'; readonly answer: Extract<CheckoutComClientAnswer, { kind: 'answered' }> }
  | { readonly kind: 'unknown'; readonly why: string };

const tokenSchema = v.object({ token: v.pipe(v.string(), v.startsWith('tok_')) });

/**
 * Checkout.com decrypts the Google Pay token and returns its own token, which is charged like a typed card's. If Google
 * did not authenticate the owner, the payment goes through 3-D Secure. The card belongs to the wallet and is never saved.
 */
async function googlePaySource(
  client: CheckoutComClient,
  { googlePayToken }: { readonly googlePayToken: string },
): Promise<CheckoutComSource> {
  const tokenData = JSON.parse(googlePayToken) as object;
  const answer = await client.tokenise({ type: 'googlepay', token_data: tokenData });
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300) return { kind: 'refused', answer };
  const reading = v.safeParse(tokenSchema, answer.body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { token } = reading.output;
  return { kind: 'given', source: { type: 'token', token, store_for_future_use: false } };
}

function pathOf(sourceId: CardSourceId): string {
  return `/instruments/${encodeURIComponent(sourceId)}`;
}

async function updateCardExpiry(
  client: CheckoutComClient,
  sourceId: CardSourceId,
  expiry: CardExpiry,
): Promise<CardChange> {
  const [month, year] = expiry.split('/');
  const answer = await client.patch(pathOf(sourceId), {
    type: 'card',
    expiry_month: Number(month),
    expiry_year: 2000 + Number(year),
  });
  if (answer.kind === 'unknown') return answer;
  return answer.status < 300 ? { kind: 'done' } : { kind: 'refused', why: `http ${answer.status}` };
}

async function forgetCard(client: CheckoutComClient, sourceId: CardSourceId): Promise<CardChange> {
  const answer = await client.delete(pathOf(sourceId));
  if (answer.kind === 'unknown') return answer;
  const isGone = answer.status < 300 || answer.status === 404;
  return isGone ? { kind: 'done' } : { kind: 'refused', why: `http ${answer.status}` };
}

interface CheckoutComOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly processingChannelId: string;
  readonly webhookKey: string;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly observe?: ObserveCall;
}

const TIMEOUT_MS = 15_000;

const errorSchema = v.object({ error_codes: v.pipe(v.array(v.string()), v.minLength(1)) });
const refundedSchema = v.object({ action_id: v.pipe(v.string(), v.startsWith('act_')) });

function errorCode(status: number, body: unknown): string {
  const reading = v.safeParse(errorSchema, body);
  return reading.success ? (reading.output.error_codes[0] ?? `http-${status}`) : `http-${status}`;
}

/**
 * Whether Checkout.com may save a new card is always sent (`store_for_future_use`): without the field it saved cards that it
 * should not. It may save the card of a payer who agreed, or who is asked after the payment.
 */
function sourceIn(request: PaymentRequest): CheckoutComSource {
  return { kind: 'given', source: sourceOf(request) };
}

function sourceOf(request: PaymentRequest): object {
  if ('token' in request)
    return { type: 'token', token: request.token, store_for_future_use: request.keepCard };
  if (!('sourceId' in request)) throw new Error('provider 13 was handed a card of another provider');
  return {
    type: 'id',
    id: request.sourceId,
    ...(request.cvvToken === null ? {} : { cvv: request.cvvToken }),
  };
}

function paymentBody(request: PaymentRequest, source: object, processingChannelId: string): object {
  return {
    source,
    amount: request.money.minorUnits,
    currency: request.money.currency,
    reference: request.orderId,
    payment_type: 'Regular',
    capture: true,
    processing_channel_id: processingChannelId,
    '3ds': { enabled: true },
    success_url: request.returnUrls.frame,
    failure_url: request.returnUrls.frame,
  };
}

/** A card that was not to be saved is not reported as saved, whatever the provider answers. */
function withoutUnwantedCard(step: LookUp, request: PaymentRequest): LookUp {
  const isUnwanted = 'googlePayToken' in request || ('token' in request && !request.keepCard);
  return step.kind === 'paid' && isUnwanted ? { ...step, card: null } : step;
}

async function authorise(
  client: CheckoutComClient,
  request: PaymentRequest,
  processingChannelId: string,
): Promise<Exclude<LookUp, { kind: 'none' }>> {
  const source = 'googlePayToken' in request ? await googlePaySource(client, request) : sourceIn(request);
  if (source.kind === 'unknown') return source;
  const answer =
    source.kind === 'refused'
      ? source.answer
      : await client.post(
          '/payments',
          paymentBody(request, source.source, processingChannelId),
          request.idempotencyKey,
        );
  if (answer.kind === 'unknown') return answer;
  // A refused request charges nothing, but an earlier try whose answer was lost may have used up the token: then this
  // refusal is only its consequence. So the order is looked up before it is reported as refused.
  const found =
    answer.status < 300 ? stepOfAnswer(answer.body) : await lookUpByReference(client, request.orderId);
  const step = withoutUnwantedCard(found, request);
  if (step.kind !== 'none') return step;
  return {
    kind: 'refused',
    providerPaymentId: null,
    outcome: 'other',
    code: errorCode(answer.status, answer.body),
  };
}

async function refund(
  client: CheckoutComClient,
  request: RefundRequest,
  idempotencyKey: string,
): Promise<RefundStep> {
  const answer = await client.post(
    `/payments/${encodeURIComponent(request.providerPaymentId)}/refunds`,
    { amount: request.money.minorUnits, reference: request.orderId },
    idempotencyKey,
  );
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300) return { kind: 'refused', why: errorCode(answer.status, answer.body) };
  const reading = v.safeParse(refundedSchema, answer.body);
  return reading.success
    ? { kind: 'accepted', returnId: reading.output.action_id }
    : { kind: 'unknown', why: 'unreadable answer' };
}

/** Provider 13, Checkout.com. */
export function checkoutComProvider(options: CheckoutComOptions): PaymentProvider {
  const client = checkoutComClient({
    baseUrl: options.baseUrl,
    secretKey: options.secretKey,
    publicKey: options.publicKey,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    fetch: options.fetch ?? fetch,
    ...(options.observe === undefined ? {} : { observe: options.observe }),
  });
  return {
    number: 13,
    can: { lookUp: true, updateCardExpiry: true, wallets: false },
    authorise: (request) => authorise(client, request, options.processingChannelId),
    lookUp: (orderId, providerPaymentId) => lookUp(client, orderId, providerPaymentId),
    // Checkout.com's bank page returns no proof to us, so a confirmation is a look-up.
    confirm: (orderId, providerPaymentId) => lookUp(client, orderId, providerPaymentId),
    refund: (request, idempotencyKey) => refund(client, request, idempotencyKey),
    updateCardExpiry: (sourceId, expiry) => updateCardExpiry(client, sourceId, expiry),
    forgetCard: (sourceId) => forgetCard(client, sourceId),
    readWebhook: (raw) => readWithEither(options.webhookKey, (key) => readWebhook(raw, key)),
    interpretWebhook,
  };
}

const secretKey = v.pipe(v.string(), v.startsWith('sk_'));

const all = v.object({
  CHECKOUT_COM_API_URL: urlSetting,
  CHECKOUT_COM_SECRET_KEY: secretKey,
  CHECKOUT_COM_PUBLIC_KEY: v.pipe(v.string(), v.startsWith('pk_')),
  CHECKOUT_COM_PROCESSING_CHANNEL_ID: v.pipe(v.string(), v.startsWith('pc_')),
  CHECKOUT_COM_WEBHOOK_KEY: rotatedSetting(v.pipe(v.string(), v.minLength(16))),
  CHECKOUT_COM_FIELDS_URL: urlSetting,
  CHECKOUT_COM_ENVIRONMENT: v.picklist(['sandbox', 'production']),
});

const none = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((env) => Object.keys(all.entries).every((name) => env[name] === undefined)),
  v.transform(() => null),
);

const connected = v.pipe(
  all,
  v.transform((env) => ({
    apiUrl: env.CHECKOUT_COM_API_URL,
    secretKey: env.CHECKOUT_COM_SECRET_KEY,
    processingChannelId: env.CHECKOUT_COM_PROCESSING_CHANNEL_ID,
    webhookKey: env.CHECKOUT_COM_WEBHOOK_KEY,
    googlePay: { gateway: 'checkoutltd', gatewayMerchantId: env.CHECKOUT_COM_PUBLIC_KEY },
    fields: {
      scriptUrl: env.CHECKOUT_COM_FIELDS_URL,
      publicKey: env.CHECKOUT_COM_PUBLIC_KEY,
      environment: env.CHECKOUT_COM_ENVIRONMENT,
    },
  })),
);

/**
 * Null if none of the settings is set. If any is set all are needed: a shop that has lost a key must not start without its
 * provider.
 */
const checkoutComSettings = v.lazy((env) => (v.is(none, env) ? none : connected));

const checkoutComReportSettings = v.pipe(
  v.object({
    CHECKOUT_COM_API_URL: v.optional(urlSetting),
    CHECKOUT_COM_SECRET_KEY: v.optional(secretKey),
  }),
  v.transform(({ CHECKOUT_COM_API_URL: baseUrl, CHECKOUT_COM_SECRET_KEY: key }) =>
    baseUrl && key ? { baseUrl, secretKey: key } : null,
  ),
);

export const checkoutCom: ProviderEntry<
  typeof CHECKOUT_COM,
  v.InferOutput<typeof checkoutComSettings>,
  v.InferOutput<typeof checkoutComReportSettings>
> = {
  number: CHECKOUT_COM,
  settings: checkoutComSettings,
  isLive: ({ fields }) => fields.environment === 'production',
  connect: ({ apiUrl: baseUrl, fields: { publicKey }, googlePay: _googlePay, ...facts }, { observe }) =>
    checkoutComProvider({ ...facts, publicKey, baseUrl, observe }),
  inbox: { path: '/webhooks/checkout-com/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: FINANCIAL_ACTIONS,
    settings: checkoutComReportSettings,
    source: (settings) => checkoutComReports(settings),
  },
};
