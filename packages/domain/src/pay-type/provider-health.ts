import { PROVIDER_FAILING_SHARE, PROVIDER_FAILING_UNKNOWN_MIN } from '../limits.ts';

/** How the calls to one provider ended during the last PROVIDER_HEALTH_WINDOW_S seconds. */
export interface ProviderWindow {
  /** The provider gave an answer, a refusal included. */
  readonly answered: number;
  /** A time-out, a 5xx, a lost connection. */
  readonly unknown: number;
}

/**
 * A provider recovers without a report: while it fails new orders go to others, so its window empties, and an empty window
 * counts as healthy. The next orders try it, and a few calls without an answer make it fail again.
 */
export function isProviderFailing({ answered, unknown }: ProviderWindow): boolean {
  return unknown >= PROVIDER_FAILING_UNKNOWN_MIN && unknown >= (answered + unknown) * PROVIDER_FAILING_SHARE;
}
