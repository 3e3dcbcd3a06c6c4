import type { ProviderFacts } from './provider-facts.ts';

/** Its disputes stand in a report that a person fetches: nothing of them is told while chaos watches. */
export const tap: ProviderFacts = {
  share: 4,
  losesPost: true,
  paidEvents: ['chg CAPTURED'],
  undecidedAs: 'initiated',
  caseFeeCents: 0,
  tellsDisputes: false,
  saysWithdrawn: false,
  secondRounds: [[]],
  takenAgain: 0,
  hasTwoNames: false,
};
