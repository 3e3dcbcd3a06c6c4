import { DEMO, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { askGateway, merchantIdentityIn, type MerchantIdentity } from '../wallet-sheet.ts';
import type {
  LookUp,
  PaymentProvider,
  PaymentRequest,
  PaymentStep,
  RefundRequest,
  RefundStep,
} from '../provider.ts';
import {
  endOf,
  sendOnce,
  silenceOf,
  type ObserveCall,
  type Silence,
  type WireOptions,
} from '../send-once.ts';
import {
  readWithEither,
  rotatedSetting,
  merchantIdentitySettings,
  needed,
  urlSetting,
  type ProviderEntry,
} from '../provider-entry.ts';
import { paymentSchema, returnWordOf, stepOfPayment, type DemoPayment } from './payment-step.ts';
import { interpretWebhook, readWebhook } from './webhook.ts';
import { demoReports, MOVEMENTS } from './movements.ts';

type DemoAnswer = { readonly kind: 'answered'; readonly status: number; readonly body: unknown } | Silence;

interface DemoClient {
  get(name: string, path: string): Promise<DemoAnswer>;
  post(name: string, path: string, body: object, idempotencyKey: string): Promise<DemoAnswer>;
}

function demoClient({ apiKey, ...wire }: WireOptions & { readonly apiKey: string }): DemoClient {
  const authorization = `Bearer ${apiKey}`;
  async function send(name: string, path: string, init: RequestInit): Promise<DemoAnswer> {
    const startedAtMs = performance.now();
    const reply = await sendOnce(wire, path, init);
    const tookMs = performance.now() - startedAtMs;
    wire.observe?.({ name: `${init.method} ${name}`, tookMs, ...endOf(reply, 'request-id') });
    if (reply.kind === 'unknown') return reply;
    return silenceOf(reply.status) ?? { kind: 'answered', status: reply.status, body: reply.json };
  }
  return {
    get: (name, path) => send(name, path, { method: 'GET', headers: { authorization } }),
    post: (name, path, body, idempotencyKey) =>
      send(name, path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
      }),
  };
}

interface DemoProviderOptions {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly webhookKey: string;
  readonly identity: MerchantIdentity;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly observe?: ObserveCall;
}

const TIMEOUT_MS = 15_000;

const errorSchema = v.object({ error: v.pipe(v.string(), v.minLength(1), v.maxLength(60)) });
const refundedSchema = v.object({ id: v.pipe(v.string(), v.startsWith('dref_')) });
const listSchema = v.object({ payments: v.array(paymentSchema) });

function errorCode({ status, body }: Extract<DemoAnswer, { kind: 'answered' }>): string {
  const reading = v.safeParse(errorSchema, body);
  return reading.success ? reading.output.error : `http-${status}`;
}

/** The page sends the sheet's data as base64 of JSON; this provider needs the JSON. Null if it is invalid. */
function paymentDataIn(walletToken: string): unknown {
  try {
    return JSON.parse(Buffer.from(walletToken, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}

async function authorise(client: DemoClient, request: PaymentRequest): Promise<PaymentStep> {
  if (!('walletToken' in request)) throw new Error('provider 30 takes wallets alone');
  const { orderId, money, idempotencyKey } = request;
  const body = {
    reference: orderId,
    amount: { value: money.minorUnits, currency: money.currency },
    apple_pay_token: paymentDataIn(request.walletToken),
  };
  const answer = await client.post('payments', '/payments', body, idempotencyKey);
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300)
    return { kind: 'refused', providerPaymentId: null, outcome: 'other', code: errorCode(answer) };
  const reading = v.safeParse(paymentSchema, answer.body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  return reading.output.reference === orderId
    ? stepOfPayment(reading.output)
    : { kind: 'unknown', why: 'an answer about another order' };
}

/** The payment that decides: a paid one first, then a pending one. */
const IN_TURN = ['paid', 'pending', 'refused'] as const satisfies readonly DemoPayment['status'][];

async function lookUp(client: DemoClient, orderId: OrderId, paymentId: string | null): Promise<LookUp> {
  const path = `/payments?reference=${encodeURIComponent(orderId)}`;
  const answer = await client.get('payments', path);
  if (answer.kind === 'unknown') return answer;
  const reading = v.safeParse(listSchema, answer.body);
  if (answer.status !== 200 || !reading.success) return { kind: 'unknown', why: 'unreadable list' };
  const { payments } = reading.output;
  const inTurn = IN_TURN.flatMap((status) => payments.filter((payment) => payment.status === status));
  const found = payments.find(({ id }) => id === paymentId) ?? inTurn[0];
  if (found === undefined) return { kind: 'none' };
  const step = stepOfPayment(found);
  if (step.kind !== 'paid') return step;
  return { ...step, returns: found.returns.map((returned) => returnWordOf(returned, found.id)) };
}

async function refund(client: DemoClient, request: RefundRequest, key: string): Promise<RefundStep> {
  const path = `/payments/${encodeURIComponent(request.providerPaymentId)}/refunds`;
  const amount = { value: request.money.minorUnits, currency: request.money.currency };
  const answer = await client.post('payments :id refunds', path, { amount }, key);
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300) return { kind: 'refused', why: errorCode(answer) };
  const reading = v.safeParse(refundedSchema, answer.body);
  return reading.success
    ? { kind: 'accepted', returnId: reading.output.id }
    : { kind: 'unknown', why: 'unreadable answer' };
}

/** Provider 30, for the demo environment: wallets only, with our own merchant identity at Apple. */
export function demoProvider(options: DemoProviderOptions): PaymentProvider {
  const observed = options.observe === undefined ? {} : { observe: options.observe };
  const client = demoClient({
    baseUrl: options.apiUrl,
    apiKey: options.apiKey,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    fetch: options.fetch ?? fetch,
    ...observed,
  });
  return {
    number: DEMO,
    can: { lookUp: true, updateCardExpiry: false, wallets: true },
    authorise: (request) => authorise(client, request),
    lookUp: (orderId, providerPaymentId) => lookUp(client, orderId, providerPaymentId),
    // A wallet has authenticated its owner, so no bank challenge follows.
    confirm: (orderId, providerPaymentId) => lookUp(client, orderId, providerPaymentId),
    refund: (request, idempotencyKey) => refund(client, request, idempotencyKey),
    updateCardExpiry: async () => ({ kind: 'refused', why: 'this provider keeps no cards' }),
    forgetCard: async () => ({ kind: 'done' }),
    openWalletSession: (request) => askGateway(options.identity, request, observed),
    readWebhook: (raw) => readWithEither(options.webhookKey, (key) => readWebhook(raw, key)),
    interpretWebhook,
  };
}

const secret = v.pipe(v.string(), v.minLength(16));

/**
 * The demo provider's settings; null when its API key is not set. With the key a merchant identity at Apple is needed too,
 * because the provider takes only wallets.
 */
const demoSettings = v.pipe(
  v.object({
    DEMO_API_URL: v.optional(urlSetting),
    DEMO_API_KEY: v.optional(secret),
    DEMO_WEBHOOK_KEY: v.optional(rotatedSetting(secret)),
    ...merchantIdentitySettings,
  }),
  v.transform((env) => {
    if (env.DEMO_API_KEY === undefined) return null;
    const need = needed('DEMO');
    const identity = merchantIdentityIn(env);
    if (identity === null) throw new Error('missing in the environment: APPLE_PAY_MERCHANT_ID');
    return {
      apiUrl: need('API_URL', env.DEMO_API_URL),
      apiKey: env.DEMO_API_KEY,
      webhookKey: need('WEBHOOK_KEY', env.DEMO_WEBHOOK_KEY),
      identity,
    };
  }),
);

const demoReportSettings = v.pipe(
  v.object({ DEMO_API_URL: v.optional(urlSetting), DEMO_API_KEY: v.optional(secret) }),
  v.transform(({ DEMO_API_URL: apiUrl, DEMO_API_KEY: apiKey }) =>
    apiUrl && apiKey ? { apiUrl, apiKey } : null,
  ),
);

export const demo: ProviderEntry<
  typeof DEMO,
  v.InferOutput<typeof demoSettings>,
  v.InferOutput<typeof demoReportSettings>
> = {
  number: DEMO,
  settings: demoSettings,
  isLive: () => false,
  connect: (settings, { observe }) => demoProvider({ ...settings, observe }),
  inbox: { path: '/webhooks/demo/', thanks: {} },
  refusesAllWith: [],
  reports: { report: MOVEMENTS, settings: demoReportSettings, source: (settings) => demoReports(settings) },
};
