import type { DeclineReason } from './decline-reason.ts';
import type { RefusalOutcome } from './outcome.ts';

/** A reason, and an outcome beside it where the specification wants another one than the reason's own. */
export type CodeRow = DeclineReason | { readonly reason: DeclineReason; readonly outcome: RefusalOutcome };

export type CodeTable = Readonly<Record<string, CodeRow>>;

export type CodeRanges = readonly (readonly [RegExp, DeclineReason])[];

export interface DeclineCodes {
  readonly codes: CodeTable;
  /** Where a provider builds its codes so that their beginning says something. */
  readonly ranges: CodeRanges;
}
