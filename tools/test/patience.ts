/**
 * How long a test waits for what must come. Neighbours may take four fifths of the machine: everything still comes, only later.
 * Nobody waits so long unless something never comes, and then once.
 */
export const PATIENCE_MS = 60_000;

/** For the few tests that measure a time: a neighbour's moment is not ours, so they measure again before they fail. */
export const MEASURED_AGAIN = { retry: 4 };
