import { finished } from 'node:stream';
import type { CallName } from '@jawhara/contract';
import { SERVER_ANSWERS_WITHIN_MS } from '@jawhara/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';
import { isBatchPart } from './server.ts';
import { refuse } from './answer.ts';
import { callOf } from './call-of.ts';
import { sendRefusal } from './refusal.ts';
import { waitLimiter, type WaitLimiter } from './wait-limiter.ts';

export interface LoadLimits {
  /** Never more than these at once, however short they wait. */
  readonly atOnce: { readonly requests: number; readonly orders: number };
  /** Half of the calls should wait less than this. */
  readonly waitMs: { readonly requests: number; readonly orders: number };
  readonly monotonicMs: () => number;
}

/** Each of these waits for a provider and holds a flow, so they are what fills an instance. */
const BEGINS_A_PAYMENT: ReadonlySet<CallName> = new Set<CallName>([
  'createCoinPay',
  'createFinePay',
  'createFinePayByPayerMax',
]);
/**
 * Never refused because others wait. Payers who have ordered must learn and decide what becomes of their money, and an answer
 * that needs no database costs no more than a refusal.
 */
const GOES_FIRST: ReadonlySet<CallName> = new Set<CallName>([
  'submitAuthenticationResult',
  'submitPaymentToken',
  'verifyWalletPay',
  'cancelOrder',
  'wishRefund',
  'readOrder',
  'readOrderStatus',
  'readOrderFailure',
  'readRecentOrder',
  'readCardOfOrder',
  'resolveOrderRequest',
  'readServerTime',
  'readBackupDomains',
  'probeHost',
  'probeHostOfApp',
]);
const RETRY_AFTER_S = 2;
/**
 * Before anything was measured. Few payments: a burst of more would keep a small machine busy for a second, refusals included,
 * and a large one has its limit within seconds. Reads end so soon that the first window comes in time for them.
 */
const FIRST = { orders: 16, requests: Infinity };
/** More than a quiet shop ever has under way. */
const FEWEST = { orders: 8, requests: 32 };

type Refused = 'load' | 'wait';

function limiterOf(kind: 'orders' | 'requests', { atOnce, waitMs, monotonicMs }: LoadLimits): WaitLimiter {
  const most = atOnce[kind];
  const rule = { targetMs: waitMs[kind], fewest: Math.min(FEWEST[kind], most), most };
  // A target that no call can miss is no limit.
  const first = rule.targetMs >= SERVER_ANSWERS_WITHIN_MS ? most : FIRST[kind];
  return waitLimiter(rule, first, monotonicMs);
}

/**
 * An early refusal is better than a late one: a payer who waits for half a minute presses again. So a call is refused when
 * those under way already wait too long, browsing sooner than orders. The sentence claims nothing about money, because the
 * same request may have been paid when it was sent before. Calls of providers and operators are never refused.
 */
export function shedLoad(server: FastifyInstance, limits: LoadLimits, metrics: Metrics): void {
  const { atOnce, monotonicMs } = limits;
  const ofOrders = limiterOf('orders', limits);
  const ofRequests = limiterOf('requests', limits);
  metrics.watch(
    'orders_at_once_limit',
    'Payments that may be begun at once, by how long they wait',
    async () => ofOrders.limit(),
  );
  metrics.watch('requests_at_once_limit', 'Other calls carried at once, by how long they wait', async () =>
    ofRequests.limit(),
  );
  let requests = 0;
  let orders = 0;
  const limiterFor = (call: CallName, request: FastifyRequest): WaitLimiter | null => {
    if (BEGINS_A_PAYMENT.has(call)) return ofOrders;
    // Parts of a batch have entered with it.
    return GOES_FIRST.has(call) || isBatchPart(request.raw) ? null : ofRequests;
  };
  const whyRefused = (call: CallName, request: FastifyRequest): Refused | null => {
    if (requests >= atOnce.requests || (BEGINS_A_PAYMENT.has(call) && orders >= atOnce.orders)) return 'load';
    return limiterFor(call, request)?.isFull() ? 'wait' : null;
  };
  /** True if the call was refused. */
  const refuseWhenFull = (call: CallName, request: FastifyRequest, reply: FastifyReply): boolean => {
    const why = whyRefused(call, request);
    if (why === null) return false;
    metrics.refusedBy(why);
    sendRefusal(reply, refuse('busy', { retryAfterS: RETRY_AFTER_S }));
    return true;
  };
  server.decorateRequest('providerMs', null);
  // A full instance refuses before it reads the body. The call is counted only later, or a slow sender would hold a
  // place.
  server.addHook('onRequest', (request, reply, done) => {
    const call = callOf(request);
    if (call === null || !refuseWhenFull(call, request, reply)) done();
  });
  server.addHook('preValidation', (request, reply, done) => {
    const call = callOf(request);
    if (call === null) return done();
    if (refuseWhenFull(call, request, reply)) return;
    const beganAtMs = monotonicMs();
    const isOrder = BEGINS_A_PAYMENT.has(call);
    requests += 1;
    orders += isOrder ? 1 : 0;
    const leave = limiterFor(call, request)?.enter();
    // `finished` also fires for callers who disconnect; the framework reports no sent answer for them.
    finished(reply.raw, () => {
      requests -= 1;
      orders -= isOrder ? 1 : 0;
      // A refusal is quick however long the others wait. A payment's wait is known when its provider's part in it is.
      const outsideMs = isOrder ? request.providerMs : 0;
      const isAnswered = reply.raw.writableFinished && reply.statusCode < 400;
      leave?.(isAnswered && outsideMs !== null ? monotonicMs() - beganAtMs - outsideMs : null);
    });
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The part of a payment's time that its provider took; null where it is not known. */
    providerMs: number | null;
  }
}
