import type { OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import type { LookUp, PaymentProvider, PaymentRequest, PaymentStep, RefundStep } from '../provider.ts';
import type { ObserveCall } from '../observe-call.ts';
import { checkoutComClient, type Client } from './client.ts';
import { forgetCard, updateCardExpiry } from './kept-cards.ts';
import { readNotification, stepOfNotification } from './notification.ts';
import {
  isPaid,
  isRefused,
  paymentSchema,
  stepOfAnswer,
  stepOfPayment,
  type CheckoutComPayment,
} from './payment-step.ts';

export interface CheckoutComOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly processingChannelId: string;
  readonly webhookKey: string;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly observe?: ObserveCall;
}

const TIMEOUT_MS = 15_000;
const CURRENCY = 'USD';

const listSchema = v.object({ data: v.array(paymentSchema) });
const errorSchema = v.object({ error_codes: v.pipe(v.array(v.string()), v.minLength(1)) });

function errorCode(status: number, body: unknown): string {
  const reading = v.safeParse(errorSchema, body);
  return reading.success ? (reading.output.error_codes[0] ?? `http-${status}`) : `http-${status}`;
}

function forbid(status: number): void {
  if (status === 403) throw new Error('Checkout.com does not allow our key to do this');
}

function newestFirst(one: CheckoutComPayment, other: CheckoutComPayment): number {
  return (other.requested_on ?? '').localeCompare(one.requested_on ?? '');
}

/** Money first: a paid payment wins over everything, then the newest that is still open, then the newest at all. */
async function lookUpByReference(client: Client, orderId: OrderId): Promise<LookUp> {
  const answer = await client.get(`/payments?reference=${encodeURIComponent(orderId)}`);
  if (answer.kind === 'unknown') return answer;
  forbid(answer.status);
  const reading = v.safeParse(listSchema, answer.body);
  if (answer.status !== 200 || !reading.success)
    return { kind: 'unknown', why: `unreadable list, status ${answer.status}` };
  const payments = reading.output.data.toSorted(newestFirst);
  const chosen = payments.find(isPaid) ?? payments.find((payment) => !isRefused(payment)) ?? payments[0];
  return chosen ? stepOfPayment(chosen) : { kind: 'none' };
}

async function lookUp(client: Client, orderId: OrderId, providerPaymentId: string | null): Promise<LookUp> {
  if (providerPaymentId === null) return lookUpByReference(client, orderId);
  const answer = await client.get(`/payments/${encodeURIComponent(providerPaymentId)}`);
  if (answer.kind === 'unknown') return answer;
  forbid(answer.status);
  return answer.status === 200 ? stepOfAnswer(answer.body) : lookUpByReference(client, orderId);
}

/** A new card is kept by the provider: whether it is remembered here, the payer says once it has paid. */
function sourceOf(request: PaymentRequest): object {
  if ('token' in request) return { type: 'token', token: request.token, store_for_future_use: true };
  if (!('sourceId' in request)) throw new Error('provider 13 was handed a card of another provider');
  return {
    type: 'id',
    id: request.sourceId,
    ...(request.cvvToken === null ? {} : { cvv: request.cvvToken }),
  };
}

function paymentBody(request: PaymentRequest, processingChannelId: string): object {
  return {
    source: sourceOf(request),
    amount: request.amountUsdCents,
    currency: CURRENCY,
    reference: request.orderId,
    payment_type: 'Regular',
    capture: true,
    processing_channel_id: processingChannelId,
    '3ds': { enabled: true },
    success_url: request.returnUrls.frame,
    failure_url: request.returnUrls.frame,
  };
}

async function authorise(
  client: Client,
  request: PaymentRequest,
  processingChannelId: string,
): Promise<PaymentStep> {
  const answer = await client.post(
    '/payments',
    paymentBody(request, processingChannelId),
    request.idempotencyKey,
  );
  if (answer.kind === 'unknown') return answer;
  forbid(answer.status);
  if (answer.status < 300) return stepOfAnswer(answer.body);
  // A refused request charges nothing, but an earlier try may have: its answer was lost, its token is used up,
  // and this refusal is only the echo. So the books are asked before anybody is told no.
  const books = await lookUpByReference(client, request.orderId);
  if (books.kind !== 'none') return books;
  return {
    kind: 'refused',
    providerPaymentId: null,
    outcome: 'other',
    code: errorCode(answer.status, answer.body),
  };
}

async function refund(
  client: Client,
  providerPaymentId: string,
  idempotencyKey: string,
): Promise<RefundStep> {
  const answer = await client.post(
    `/payments/${encodeURIComponent(providerPaymentId)}/refunds`,
    {},
    idempotencyKey,
  );
  if (answer.kind === 'unknown') return answer;
  if (answer.status < 300) return { kind: 'accepted' };
  return { kind: 'refused', why: errorCode(answer.status, answer.body) };
}

/** Provider 13. */
export function checkoutComProvider(options: CheckoutComOptions): PaymentProvider {
  const client = checkoutComClient({
    baseUrl: options.baseUrl,
    secretKey: options.secretKey,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    fetch: options.fetch ?? fetch,
    ...(options.observe === undefined ? {} : { observe: options.observe }),
  });
  return {
    number: 13,
    can: { lookUp: true, updateCardExpiry: true, wallets: false },
    authorise: (request) => authorise(client, request, options.processingChannelId),
    lookUp: (orderId, providerPaymentId) => lookUp(client, orderId, providerPaymentId),
    // Its bank page brings nothing back that its books do not know.
    confirm: (orderId, providerPaymentId) => lookUp(client, orderId, providerPaymentId),
    refund: ({ providerPaymentId }, idempotencyKey) => refund(client, providerPaymentId, idempotencyKey),
    updateCardExpiry: (sourceId, expiry) => updateCardExpiry(client, sourceId, expiry),
    forgetCard: (sourceId) => forgetCard(client, sourceId),
    readNotification: (raw) => readNotification(raw, options.webhookKey),
    stepOfNotification,
  };
}
