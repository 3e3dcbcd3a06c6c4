import type { PayWith } from '@jawhara/domain';
import type { SandboxWire } from '../sandbox-wire.ts';

/** What chaos must know of a provider beyond its row. */
export interface ProviderFacts {
  /** What its hosted fields would have given. The card number stays in the sandbox. */
  readonly card: (wire: SandboxWire, controls: string, scenario: string) => Promise<PayWith>;
  /** How many payers begin with it, against the others. */
  readonly share: number;
  /** Whether its word may get lost on the way to us: only where there are books to look into. */
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
