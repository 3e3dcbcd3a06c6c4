import type { OperatorVerb } from '../operator/operator-verb.ts';

/** Some things can be done only in the provider's dashboard. */
export const PROVIDER_PAGES = 'the provider’s own pages';

/** A next step that an alert offers. */
export type AlertVerb = OperatorVerb | typeof PROVIDER_PAGES;

/** As an operator reads it: a command, or the place to go to. */
export function alertVerbText(verb: AlertVerb): string {
  return verb === PROVIDER_PAGES ? verb : `ops ${verb}`;
}
