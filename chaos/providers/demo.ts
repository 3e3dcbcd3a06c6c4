import { BOTH_SECOND_ROUNDS, type ProviderFacts } from './provider-facts.ts';

/** Drawn for few payers, because no real money is involved; our own code is the same. */
export const demo: ProviderFacts = {
  share: 1,
  losesPost: true,
  paidEvents: ['payment.paid'],
  undecidedAs: 'pending',
  caseFeeCents: 0,
  tellsDisputes: true,
  saysWithdrawn: true,
  secondRounds: BOTH_SECOND_ROUNDS,
  secondChargebacks: 1,
  hasTwoNames: false,
};
