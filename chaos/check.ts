/** A statement that must hold (a truth), the number of cases checked, and the cases that break it. */
export interface Check {
  readonly truth: string;
  readonly counted: number;
  readonly breaches: readonly string[];
}

/** Whether the check fails. A statement checked over no case proves nothing, so that fails too. */
export function hasFailed(check: Check): boolean {
  return check.breaches.length > 0 || check.counted === 0;
}
