import type { OperatorVerb } from '../operator/operator-verb.ts';

/** Some things can be done only where the provider does them. */
export const PROVIDER_PAGES = 'the provider’s own pages';

/** A way on that an alert offers. */
export type AlertVerb = OperatorVerb | typeof PROVIDER_PAGES;

/** As an operator reads it: a command, or where to go. */
export function alertVerbText(verb: AlertVerb): string {
  return verb === PROVIDER_PAGES ? verb : `ops ${verb}`;
}
