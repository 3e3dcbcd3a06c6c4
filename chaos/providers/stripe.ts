import type { ProviderFacts } from './provider-facts.ts';

/** Stripe reports a withdrawn dispute as won. After a lost dispute it reports only one further event: an appeal that is won. */
export const stripe: ProviderFacts = {
  share: 4,
  losesPost: true,
  paidEvents: ['payment_intent.succeeded', 'charge.succeeded'],
  undecidedAs: 'processing',
  caseFeeCents: 1_500,
  tellsDisputes: true,
  saysWithdrawn: false,
  secondRounds: [[], ['given-back-again']],
  secondChargebacks: 0,
  hasTwoNames: false,
};
