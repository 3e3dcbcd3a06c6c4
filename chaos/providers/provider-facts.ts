import type { OrderedWith } from '@jawhara/domain';
import type { DisputeStage } from '../../apps/sandbox/src/world/disputes.ts';
import type { SandboxWire } from '../sandbox-wire.ts';

/** Facts about a provider that chaos needs beyond its row in the table PROVIDERS. */
export interface ProviderFacts {
  /** How many payers start at this provider, relative to the others. */
  readonly share: number;
  /** Whether webhooks may get lost: only if its payments can be queried. */
  readonly losesPost: boolean;
  /** The event types that report a successful payment. */
  readonly paidEvents: readonly string[];
  /** The status of an undecided payment in its books, in lower case. */
  readonly undecidedAs: string;
  /** Its fee for a dispute, whatever the outcome. */
  readonly caseFeeCents: number;
  /** Whether the provider sends webhooks about disputes. If only a report lists them, the run plays no disputes there. */
  readonly tellsDisputes: boolean;
  /** Whether the provider has a status of its own for a dispute that the bank withdraws, which counts as won. */
  readonly saysWithdrawn: boolean;
  /** Ways in which a lost dispute may continue; an empty one means that it does not. */
  readonly secondRounds: readonly (readonly DisputeStage[])[];
  /** How often in a round of its payments a second chargeback follows a dispute that was won. */
  readonly secondChargebacks: number;
  /** Whether its books use another payment id than its API. Such books have at most one payment for an order. */
  readonly hasTwoNames: boolean;
}

/** Facts about a provider that takes cards. The others take wallets only. */
export interface CardProviderFacts extends ProviderFacts {
  /** The result that its hosted fields would give. The card number stays in the sandbox. */
  readonly card: (wire: SandboxWire, controls: string, scenario: string) => Promise<OrderedWith>;
}

/** After a lost dispute nothing more happens, or its money comes back after all, or it is lost for good. */
export const BOTH_SECOND_ROUNDS: ProviderFacts['secondRounds'] = [
  [],
  ['given-back-again'],
  ['lost-for-good'],
];
