import type { OrderId } from '@jawhara/domain';
import type { PaymentProvider } from '../../provider.ts';
import { checkoutComProvider } from '../checkout-com.ts';

export const SECRET = 'sk_sbox_neverinalognever0123456789';
export const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab' as OrderId;

export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** The adapter before a provider that answers as the test wants it. */
export function providerAnswering(
  answer: (sent: SentRequest) => Promise<Response> | Response,
  timeoutMs = 1_000,
): { readonly provider: PaymentProvider; readonly sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const provider = checkoutComProvider({
    baseUrl: 'http://provider.invalid/',
    secretKey: SECRET,
    publicKey: 'pk_sbox_1',
    processingChannelId: 'pc_1',
    webhookKey: 'key',
    timeoutMs,
    fetch: async (url, init = {}) => {
      const call = { url: url as string, init };
      sent.push(call);
      return answer(call);
    },
  });
  return { provider, sent };
}

export const json = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status });
