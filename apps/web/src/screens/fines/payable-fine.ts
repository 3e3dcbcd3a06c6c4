import type { FineInfo, FineQuote } from '@jawhara/contract';
import type { FineStanding } from '@jawhara/domain';

/** A fine with everything that paying it takes. */
export interface PayableFine extends FineInfo {
  readonly standing: Extract<FineStanding, { kind: 'fine' }>;
  readonly quote: FineQuote;
}

export function isPayable(info: FineInfo): info is PayableFine {
  return info.standing.kind === 'fine' && info.quote !== null;
}
