import type { CardProviderFacts } from './provider-facts.ts';

export const payermax: CardProviderFacts = {
  async card(wire, controls, scenario) {
    const proof = { scenario, isAgreed: true };
    const made = await wire.post<{ paymentToken: string; sessionKey: string }>(`${controls}/proofs`, proof);
    return { dropInToken: made.paymentToken, dropInSession: made.sessionKey };
  },
  share: 3,
  losesPost: true,
  paidEvents: ['PAYMENT-SUCCESS'],
  undecidedAs: 'pending',
  caseFeeCents: 1_500,
  tellsDisputes: true,
  saysWithdrawn: true,
  secondRounds: [[]],
  secondChargebacks: 0,
  hasTwoNames: true,
};
