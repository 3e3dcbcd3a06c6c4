import { BOTH_SECOND_ROUNDS, type ProviderFacts } from './provider-facts.ts';

/** Few payers use the demo provider, because it moves no real money. The code of the shop is the same for it. */
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
