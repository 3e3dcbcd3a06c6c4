import type { ProviderNumber } from '@jawhara/domain';

export type CardProvider = Extract<ProviderNumber, 13 | 17 | 6>;

interface ProviderFacts {
  readonly name: string;
  /** Where the sandbox is steered for it. */
  readonly controls: string;
  /** How many payers begin with it, against the others. */
  readonly share: number;
  /** Whether its word may get lost on the way to us. */
  readonly losesPost: boolean;
}

/**
 * A word may be lost only where there are books to look into. Adyen has none for us: it repeats a notification for 30 days
 * until somebody takes it. So its word comes late, doubled and out of order, but it comes.
 */
export const PROVIDER_FACTS = {
  13: { name: 'Checkout.com', controls: '/_control', share: 5, losesPost: true },
  17: { name: 'Adyen', controls: '/_control/adyen', share: 3, losesPost: false },
  6: { name: 'PayerMax', controls: '/_control/payermax', share: 3, losesPost: true },
} as const satisfies Record<CardProvider, ProviderFacts>;

export const CARD_PROVIDERS: readonly CardProvider[] = [13, 17, 6];
