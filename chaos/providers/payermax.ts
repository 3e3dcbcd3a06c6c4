import type { ProviderFacts } from './provider-facts.ts';

export const payermax: ProviderFacts = {
  async card(wire, controls, scenario) {
    const proof = { scenario, isAgreed: true };
    const made = await wire.post<{ paymentToken: string; sessionKey: string }>(`${controls}/proofs`, proof);
    return { dropInToken: made.paymentToken, dropInSession: made.sessionKey };
  },
  share: 3,
  losesPost: true,
  paidEvents: ['PAYMENT-SUCCESS'],
  caseFeeCents: 1_500,
  saysWithdrawn: true,
  hasSecondRounds: false,
  takenAgain: 0,
  hasTwoNames: true,
};
