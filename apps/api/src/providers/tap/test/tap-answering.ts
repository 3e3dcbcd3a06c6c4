import type { OrderId } from '@jawhara/domain';
import { NO_IDENTITY, walletRequest } from '../../test/wallet-request.ts';
import { tapProvider, type TapOptions } from '../tap.ts';

/** An order id made on 16 November 2026 at 07:50. */
export const ORDER = '019a8b95-8f40-7000-8000-000000000001' as OrderId;
export const NOW = new Date(Number.parseInt('019a8b958f40', 16) + 10 * 60_000);
export const SECRET_KEY = 'sk_test_ofthetest1';

export const REQUEST = walletRequest(ORDER);

export const CHARGE = {
  id: 'chg_TS1',
  object: 'charge',
  status: 'CAPTURED',
  amount: 9.99,
  currency: 'USD',
  reference: { transaction: `${ORDER}-1`, order: ORDER, gateway: 'gw1', payment: 'pay1' },
  transaction: { created: '1763279400000' },
  response: { code: '000', message: 'Captured' },
};

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

export type Answers = (sent: SentRequest) => Response | Promise<Response>;

export const json = (body: object, status = 200): Response => Response.json(body, { status });

export const page = (charges: readonly object[], hasMore = false): Response =>
  json({ object: 'list', charges, has_more: hasMore });

/** The adapter with a fake provider that gives the test's answers. Creating a token always succeeds. */
export function tapAnswering(answers: Answers, options: Partial<TapOptions> = {}) {
  const sent: SentRequest[] = [];
  const provider = tapProvider({
    baseUrl: 'http://provider.invalid/v2',
    secretKey: SECRET_KEY,
    merchantId: 'm1',
    notifyUrl: 'http://api.invalid/webhooks/tap/',
    payerEmail: 'payer@shop.invalid',
    identity: NO_IDENTITY,
    now: () => NOW,
    ...options,
    fetch: async (address, init) => {
      const { pathname } = new URL(new Request(address).url);
      const body = JSON.parse((init?.body as string | undefined) ?? '{}') as SentRequest['body'];
      const one: SentRequest = { method: init?.method ?? 'GET', path: pathname, body };
      sent.push(one);
      return one.path === '/v2/tokens' ? json({ id: 'tok_1' }) : answers(one);
    },
  });
  return { provider, sent };
}
