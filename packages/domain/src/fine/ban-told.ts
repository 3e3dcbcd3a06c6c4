import type { FineStanding } from './fine.ts';

/** A ban as a payer sees it: a fine where one lifts it, the day it ends by itself, or that it never ends. */
export type BanTold =
  | { readonly kind: 'fine'; readonly until: Date | null }
  | { readonly kind: 'dated'; readonly until: Date }
  | { readonly kind: 'permanent' };

/** Null where neither a fine nor a day is known. A permanent ban never comes with a fine. */
export function banTold(standing: FineStanding): BanTold | null {
  if (standing.kind === 'permanent') return { kind: 'permanent' };
  if (standing.kind === 'fine') return { kind: 'fine', until: standing.until };
  return standing.until === null ? null : { kind: 'dated', until: standing.until };
}
