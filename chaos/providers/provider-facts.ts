import type { OrderedWith } from '@jawhara/domain';
import type { DisputeStage } from '../../apps/sandbox/src/world/disputes.ts';
import type { SandboxWire } from '../sandbox-wire.ts';

/** What chaos must know of a provider beyond its row. */
export interface ProviderFacts {
  /** How many payers begin with it, against the others. */
  readonly share: number;
  /** Whether its word may get lost on the way to us: only where there are books to look into. */
  readonly losesPost: boolean;
  /** The events that tell of a payment that was made. */
  readonly paidEvents: readonly string[];
  /** What its books call a payment that is not decided, in small letters. */
  readonly undecidedAs: string;
  /** What it takes for a dispute, however that ends. */
  readonly caseFeeCents: number;
  /** It tells of disputes by itself. Where only a report does, nobody disputes while we watch. */
  readonly tellsDisputes: boolean;
  /** It has a word for a bank that withdraws, which is as good as one that lost. */
  readonly saysWithdrawn: boolean;
  /** How a dispute that was lost may go on; one way of several may be that it does not. */
  readonly secondRounds: readonly (readonly DisputeStage[])[];
  /** How often in a round of its payments a second chargeback comes after a dispute was won. */
  readonly takenAgain: number;
  /** It calls a payment by another name than it told us, and makes one for an order. */
  readonly hasTwoNames: boolean;
}

/** Of one that takes cards. The others take what a wallet brings. */
export interface CardProviderFacts extends ProviderFacts {
  /** What its hosted fields would have given. The card number stays in the sandbox. */
  readonly card: (wire: SandboxWire, controls: string, scenario: string) => Promise<OrderedWith>;
}

/** Given back after all, lost for good, or left as it is. */
export const BOTH_SECOND_ROUNDS: ProviderFacts['secondRounds'] = [
  [],
  ['given-back-again'],
  ['lost-for-good'],
];
