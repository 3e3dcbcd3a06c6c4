import type { ProviderFacts } from './provider-facts.ts';

export const checkoutCom: ProviderFacts = {
  async card(wire, controls, scenario) {
    const { token } = await wire.post<{ token: string }>(`${controls}/tokens`, { scenario });
    return { token };
  },
  share: 5,
  losesPost: true,
  paidEvents: ['payment_approved', 'payment_captured'],
  caseFeeCents: 0,
  saysWithdrawn: true,
  hasSecondRounds: true,
  takenAgain: 0,
  hasTwoNames: false,
};
