import type { OrderId } from '@jawhara/domain';
import { NO_IDENTITY, walletRequest } from '../../test/wallet-request.ts';
import { stripeProvider, type StripeOptions } from '../stripe.ts';

export const ORDER = '01890000-0000-7000-8000-000000000001' as OrderId;
export const NOW = new Date('2026-11-16T08:00:00Z');

export const REQUEST = walletRequest(ORDER);

export const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount_received: 999,
  currency: 'usd',
  created: 1_794_816_000,
  metadata: { order_id: ORDER },
  last_payment_error: null,
  latest_charge: null,
};

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly key: string | null;
  readonly signal: AbortSignal | null;
}

export type Answers = (sent: SentRequest) => Response | Promise<Response>;

export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

export const page = (data: readonly object[], hasMore = false): Response =>
  json({ object: 'list', data, has_more: hasMore });

/** The adapter with a fake provider that gives the test's answers. Creating a token always succeeds. */
export function stripeAnswering(answers: Answers, options: Partial<StripeOptions> = {}) {
  const sent: SentRequest[] = [];
  const provider = stripeProvider({
    baseUrl: 'http://provider.invalid:4999',
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    identity: NO_IDENTITY,
    now: () => NOW,
    ...options,
    fetch: async (address, init) => {
      const { host, pathname, searchParams } = new URL(new Request(address).url);
      if (host !== 'provider.invalid:4999') throw new Error('another host was asked');
      const one: SentRequest = {
        method: init?.method ?? 'GET',
        path: pathname,
        query: searchParams,
        form: new URLSearchParams((init?.body ?? '') as string),
        key: new Headers(init?.headers).get('idempotency-key'),
        signal: init?.signal ?? null,
      };
      sent.push(one);
      return one.path === '/v1/tokens' ? json({ id: 'tok_1', object: 'token' }) : answers(one);
    },
  });
  return { provider, sent };
}
