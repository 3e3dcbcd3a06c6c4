import Stripe from 'stripe';
import { silenceOf, type ObserveCall, type Silence } from '../send-once.ts';

export interface StripeClientOptions {
  /** Host only: the library adds the paths. */
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly observe?: ObserveCall;
}

export type StripeClientAnswer =
  | { readonly kind: 'answered'; readonly body: unknown }
  /** Not carried out, or carried out and declined. `intent`: the resulting payment intent, where there is one. */
  | {
      readonly kind: 'refused';
      readonly type: string;
      readonly code: string;
      readonly message: string | null;
      readonly intent: unknown;
    }
  /** `isReplay`: the provider repeats the first answer of a key, even a broken one, so repeating the call gives nothing new. */
  | (Silence & { readonly isReplay: boolean });

/** Our calls to the provider. A call that would have an effect twice has a key. */
export interface StripeClient {
  createToken(params: Readonly<Record<string, string>>, idempotencyKey: string): Promise<StripeClientAnswer>;
  createIntent(params: Stripe.PaymentIntentCreateParams, idempotencyKey: string): Promise<StripeClientAnswer>;
  intent(id: string): Promise<StripeClientAnswer>;
  /** The search index is usually a minute behind, on a bad day an hour. */
  searchIntents(query: string): Promise<StripeClientAnswer>;
  /** Newest first, and without the delay of the search. */
  listIntents(since: Date, after: string | null): Promise<StripeClientAnswer>;
  createRefund(params: Stripe.RefundCreateParams, idempotencyKey: string): Promise<StripeClientAnswer>;
  listRefunds(intentId: string): Promise<StripeClientAnswer>;
}

export const PAGE_MAX = 100;

/** Error codes that mean "try later", under a status that elsewhere decides. */
const NOT_NOW: readonly string[] = ['rate_limit', 'lock_timeout', 'idempotency_key_in_use'];

function silenceIn({ statusCode, code, detail }: Stripe.errors.StripeError): Silence | null {
  if (statusCode === undefined) {
    const isTimeOut = (detail as { code?: unknown } | undefined)?.code === 'ETIMEDOUT';
    return { kind: 'unknown', why: isTimeOut ? 'time-out' : 'connection failed' };
  }
  if (NOT_NOW.includes(code ?? '')) return { kind: 'unknown', why: `http ${statusCode}, ${code}` };
  return silenceOf(statusCode);
}

/** The library throws for every refusal. Nothing that was sent is part of the result. */
function answerOf(error: Stripe.errors.StripeError): StripeClientAnswer {
  const silence = silenceIn(error);
  if (silence) return { ...silence, isReplay: error.headers?.['idempotent-replayed'] === 'true' };
  return {
    kind: 'refused',
    type: error.rawType ?? '',
    // The library gives an empty text where the bank gave no code.
    code: error.decline_code || error.code || `http-${error.statusCode}`,
    message: error.message || null,
    intent: error.payment_intent,
  };
}

type Answered = { readonly lastResponse: { readonly requestId: string; readonly statusCode: number } };

function libraryOf({ baseUrl, secretKey, timeoutMs, fetch }: StripeClientOptions): Stripe {
  const { protocol, hostname, port } = new URL(baseUrl);
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    // Retries are the caller's decision. The library's other HTTP client would repeat a broken connection all the same.
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((address: Parameters<typeof fetch>[0], init?: RequestInit) =>
      fetch(address, { ...init, redirect: 'error' }),
    ),
    telemetry: false,
  });
}

export function stripeClient(options: StripeClientOptions): StripeClient {
  const stripe = libraryOf(options);

  async function ask(name: string, call: () => Promise<Answered>): Promise<StripeClientAnswer> {
    const startedAtMs = performance.now();
    const observeCall = (outcome: string, requestId: string | null): void =>
      options.observe?.({ name, outcome, requestId, tookMs: performance.now() - startedAtMs });
    try {
      const body = await call();
      observeCall(`${body.lastResponse.statusCode}`, body.lastResponse.requestId ?? null);
      return { kind: 'answered', body };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const answer = answerOf(error);
      const why = answer.kind === 'unknown' ? answer.why : 'refused';
      observeCall(`${error.statusCode ?? why}`, error.requestId ?? null);
      return answer;
    }
  }

  return {
    // The library's types lack wallet tokens.
    createToken: (params, idempotencyKey) =>
      ask('POST tokens', () => stripe.rawRequest('POST', '/v1/tokens', params, { idempotencyKey })),
    createIntent: (params, idempotencyKey) =>
      ask('POST payment_intents', () => stripe.paymentIntents.create(params, { idempotencyKey })),
    intent: (id) =>
      ask('GET payment_intents :id', () => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    searchIntents: (query) =>
      ask('GET payment_intents search', () =>
        stripe.paymentIntents.search({ query, limit: PAGE_MAX, expand: ['data.latest_charge'] }),
      ),
    listIntents: (since, after) =>
      ask('GET payment_intents', () =>
        stripe.paymentIntents.list({
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: PAGE_MAX,
          expand: ['data.latest_charge'],
          ...(after === null ? {} : { starting_after: after }),
        }),
      ),
    createRefund: (params, idempotencyKey) =>
      ask('POST refunds', () => stripe.refunds.create(params, { idempotencyKey })),
    listRefunds: (intentId) =>
      ask('GET refunds', () => stripe.refunds.list({ payment_intent: intentId, limit: PAGE_MAX })),
  };
}
