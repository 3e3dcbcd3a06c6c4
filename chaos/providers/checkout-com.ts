import { BOTH_SECOND_ROUNDS, type CardProviderFacts } from './provider-facts.ts';

export const checkoutCom: CardProviderFacts = {
  async card(wire, controls, scenario) {
    const { token } = await wire.post<{ token: string }>(`${controls}/tokens`, { scenario });
    return { token };
  },
  share: 4,
  losesPost: true,
  paidEvents: ['payment_approved', 'payment_captured'],
  undecidedAs: 'pending',
  caseFeeCents: 0,
  tellsDisputes: true,
  saysWithdrawn: true,
  secondRounds: BOTH_SECOND_ROUNDS,
  secondChargebacks: 0,
  hasTwoNames: false,
};
