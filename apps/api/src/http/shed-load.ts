import { finished } from 'node:stream';
import type { CallName } from '@jawhara/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../platform/metrics.ts';
import { refuse, type Answer } from './answer.ts';
import { callOf } from './call-of.ts';
import { sendRefusal } from './refusal.ts';

export interface AtOnce {
  readonly requests: number;
  readonly orders: number;
}

/** Each of these waits for a provider and holds a flow, so they are what fills an instance. */
const BEGINS_A_PAYMENT: ReadonlySet<CallName> = new Set<CallName>([
  'createCoinPay',
  'createFinePay',
  'createFinePayByPayerMax',
]);
const RETRY_AFTER_S = 2;

/**
 * Beyond an instance's capacity, an early refusal is better than a late one: a payer who waits for half a minute presses
 * again. The sentence claims nothing about money, because the same request may have been paid when it was sent before.
 * Calls of providers and operators are never refused.
 */
export function shedLoad(server: FastifyInstance, atOnce: AtOnce, metrics: Metrics): void {
  let requests = 0;
  let orders = 0;
  const refusalOf = (call: CallName): Answer<never> | null => {
    const isFull = requests >= atOnce.requests || (BEGINS_A_PAYMENT.has(call) && orders >= atOnce.orders);
    return isFull ? refuse('busy', { retryAfterS: RETRY_AFTER_S }) : null;
  };
  /** True if the call was refused. */
  const refuseWhenFull = (call: CallName, reply: FastifyReply): boolean => {
    const refusal = refusalOf(call);
    if (refusal === null) return false;
    metrics.refusedBy('load');
    sendRefusal(reply, refusal);
    return true;
  };
  // Before its body is read, and not counted yet: a slow sender would hold a place for as long as it likes.
  server.addHook('onRequest', (request, reply, done) => {
    const call = callOf(request);
    if (call === null || !refuseWhenFull(call, reply)) done();
  });
  server.addHook('preValidation', (request, reply, done) => {
    const call = callOf(request);
    if (call === null) return done();
    if (refuseWhenFull(call, reply)) return;
    const isOrder = BEGINS_A_PAYMENT.has(call) ? 1 : 0;
    requests += 1;
    orders += isOrder;
    // Also for callers who disconnect, for whom the framework never reports that an answer was sent.
    finished(reply.raw, () => {
      requests -= 1;
      orders -= isOrder;
    });
    done();
  });
}
