/** One truth, over how much it was counted, and who breaks it. */
export interface Check {
  readonly truth: string;
  readonly counted: number;
  readonly breaches: readonly string[];
}

/** A truth counted over nothing proves nothing, so that is a breach too. */
export function hasFailed(check: Check): boolean {
  return check.breaches.length > 0 || check.counted === 0;
}
