import type { ProviderFacts } from './provider-facts.ts';

/** Tap lists disputes only in a report that an operator downloads, so no webhook about them comes during the run. */
export const tap: ProviderFacts = {
  share: 4,
  losesPost: true,
  paidEvents: ['chg CAPTURED'],
  undecidedAs: 'initiated',
  caseFeeCents: 0,
  tellsDisputes: false,
  saysWithdrawn: false,
  secondRounds: [[]],
  secondChargebacks: 0,
  hasTwoNames: false,
};
