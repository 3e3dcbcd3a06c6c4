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
  /** The most calls at once, however short their waits are. */
  readonly atOnce: { readonly requests: number; readonly orders: number };
  /** The limit is adjusted so that half of the calls wait less than this. */
  readonly waitMs: { readonly requests: number; readonly orders: number };
  readonly monotonicMs: () => number;
}

/** Calls that start a payment. Each waits for a provider and for a flow of the engine, so these calls fill a process first. */
const BEGINS_A_PAYMENT: ReadonlySet<CallName> = new Set<CallName>([
  'createCoinPay',
  'createFinePay',
  'createFinePayByPayerMax',
]);
/**
 * Calls that are never refused because others wait too long. Payers who have ordered must be able to see and decide
 * what happens to their money, and a call that needs no database costs no more than a refusal.
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
 * The limits before anything was measured. Payments begin low: more at once would keep a small machine busy for a
 * second, refusals included, while a large machine reaches its own limit within seconds. Reads end so soon that they
 * need no limit until the first window is measured.
 */
const FIRST = { orders: 16, requests: Infinity };
/** The lowest limits: more than a quiet shop ever has under way at once. */
const FEWEST = { orders: 8, requests: 32 };

type Refused = 'load' | 'wait';

function limiterOf(kind: 'orders' | 'requests', { atOnce, waitMs, monotonicMs }: LoadLimits): WaitLimiter {
  const most = atOnce[kind];
  const rule = { targetMs: waitMs[kind], fewest: Math.min(FEWEST[kind], most), most };
  // If the target is longer than any call can take, the limit is off.
  const first = rule.targetMs >= SERVER_ANSWERS_WITHIN_MS ? most : FIRST[kind];
  return waitLimiter(rule, first, monotonicMs);
}

/**
 * Refuses a call early when those under way already wait too long, because a payer who waits half a minute presses
 * again. Browsing is refused sooner than orders. The message says nothing about money, because the same request may
 * have been paid when it was sent before. Calls of providers and operators are never refused.
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
    // The parts of a batch are not counted: the batch itself is.
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
  // A full process refuses before it reads the body. A call is counted only after its body has arrived, so that a slow
  // sender takes no place.
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
    // `finished` also fires for callers who disconnect; for them the framework runs no onResponse hook.
    finished(reply.raw, () => {
      requests -= 1;
      orders -= isOrder ? 1 : 0;
      // Refusals are not measured, because they are quick however long the others wait. A payment's wait is measured
      // only if the time that its provider took is known.
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
