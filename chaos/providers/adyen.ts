import { BOTH_SECOND_ROUNDS, type CardProviderFacts } from './provider-facts.ts';

/** It has no books for us and repeats a notification for 30 days until somebody takes it: its word comes late, doubled, and comes. */
export const adyen: CardProviderFacts = {
  async card(wire, controls, scenario) {
    const sealed = await wire.post<Record<string, string>>(`${controls}/proofs`, { scenario });
    return {
      encryptedCard: {
        number: sealed['encryptedCardNumber'] ?? '',
        expiryMonth: sealed['encryptedExpiryMonth'] ?? '',
        expiryYear: sealed['encryptedExpiryYear'] ?? '',
        securityCode: sealed['encryptedSecurityCode'] ?? '',
        holderName: 'A PAYER',
      },
    };
  },
  share: 3,
  losesPost: false,
  paidEvents: ['AUTHORISATION'],
  undecidedAs: 'pending',
  caseFeeCents: 0,
  tellsDisputes: true,
  saysWithdrawn: false,
  secondRounds: BOTH_SECOND_ROUNDS,
  takenAgain: 7,
  hasTwoNames: false,
};
