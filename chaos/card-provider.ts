import { ADYEN, CHECKOUT_COM, PAYERMAX, PROVIDERS, type CardProvider, type PayWith } from '@jawhara/domain';
import { dropInCardOf, sealedCardOf, tokenOf, type CardOf } from './card-of.ts';
import type { SandboxWire } from './sandbox-wire.ts';

interface ProviderFacts {
  readonly card: CardOf;
  /** How many payers begin with it, against the others. */
  readonly share: number;
  /** Whether its word may get lost on the way to us. */
  readonly losesPost: boolean;
  /** The events that tell of a payment that was made. */
  readonly paidEvents: readonly string[];
  /** What it takes for a dispute, however that ends. */
  readonly caseFeeCents: number;
  /** It has a word for a bank that withdraws, which is as good as one that lost. */
  readonly saysWithdrawn: boolean;
  /** A dispute that was lost may be fought once more. */
  readonly hasSecondRounds: boolean;
  /** How often in a round of its payments a second chargeback comes after a dispute was won. */
  readonly takenAgain: number;
  /** It calls a payment by another name than it told us, and makes one for an order. */
  readonly hasTwoNames: boolean;
}

/**
 * A word may be lost only where there are books to look into. Adyen has none for us: it repeats a notification for 30 days
 * until somebody takes it. So its word comes late, doubled and out of order, but it comes.
 */
export const PROVIDER_FACTS: Readonly<Record<CardProvider, ProviderFacts>> = {
  [CHECKOUT_COM]: {
    card: tokenOf,
    share: 5,
    losesPost: true,
    paidEvents: ['payment_approved', 'payment_captured'],
    caseFeeCents: 0,
    saysWithdrawn: true,
    hasSecondRounds: true,
    takenAgain: 0,
    hasTwoNames: false,
  },
  [ADYEN]: {
    card: sealedCardOf,
    share: 3,
    losesPost: false,
    paidEvents: ['AUTHORISATION'],
    caseFeeCents: 0,
    saysWithdrawn: false,
    hasSecondRounds: true,
    takenAgain: 7,
    hasTwoNames: false,
  },
  [PAYERMAX]: {
    card: dropInCardOf,
    share: 3,
    losesPost: true,
    paidEvents: ['PAYMENT-SUCCESS'],
    caseFeeCents: 1_500,
    saysWithdrawn: true,
    hasSecondRounds: false,
    takenAgain: 0,
    hasTwoNames: true,
  },
};

/** Where the sandbox is steered for it. */
export function controlsOf(provider: CardProvider): string {
  return `/_control/${PROVIDERS[provider].folder}`;
}

export function cardOf(wire: SandboxWire, provider: CardProvider, scenario: string): Promise<PayWith> {
  return PROVIDER_FACTS[provider].card(wire, controlsOf(provider), scenario);
}
