import type { ReturnUpdate } from '@jawhara/domain';
import type { LookUp, PaymentProvider, RefundRequest, RefundStep } from '../providers/provider.ts';
import { providerRegistry, type ProviderRegistry } from '../providers/registry.ts';

/** A provider in place of Checkout.com that returns the test's answers: to refunds one after the other, and to look-ups. */
export function refundingProvider(
  answers: readonly RefundStep[],
  books: { readonly lookUp?: () => LookUp } = {},
): {
  readonly refundRequests: { readonly key: string; readonly request: RefundRequest }[];
  readonly providers: ProviderRegistry;
} {
  const refundRequests: { key: string; request: RefundRequest }[] = [];
  const { lookUp } = books;
  const provider = {
    number: 13,
    can: { lookUp: lookUp !== undefined, updateCardExpiry: false, wallets: false },
    refund: async (request: RefundRequest, key: string) => {
      refundRequests.push({ key, request });
      return answers[refundRequests.length - 1] ?? { kind: 'unknown', why: 'asked too often' };
    },
    lookUp: async () => lookUp?.() ?? { kind: 'unknown', why: 'no books' },
  } as unknown as PaymentProvider;
  return { refundRequests, providers: providerRegistry([provider]) };
}

export const NO_ANSWER = { kind: 'unknown', why: 'time-out' } as const satisfies RefundStep;

export const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });

/** A payment that Checkout.com reports as paid. */
export const paidBy13 = (providerPaymentId: string, minorUnits: number) =>
  ({
    kind: 'paid',
    provider: 13,
    card: null,
    paidWith: null,
    providerPaymentId,
    money: usd(minorUnits),
  }) as const;

/** A refund, dispute or reversal of that payment, as Checkout.com reports it. */
export function checkoutComReturn(
  how: ReturnUpdate['how'],
  providerPaymentId: string,
  more: Partial<ReturnUpdate> & Pick<ReturnUpdate, 'returnId'>,
): { readonly provider: 13; readonly word: ReturnUpdate } {
  return {
    provider: 13,
    word: { how, stage: 'taken', providerPaymentId, money: null, fee: null, ...more },
  };
}
