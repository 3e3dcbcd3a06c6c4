import { BOTH_SECOND_ROUNDS, type CardProviderFacts } from './provider-facts.ts';

/**
 * Adyen's payments cannot be queried, but it repeats a webhook for 30 days until it is accepted: webhooks come late and
 * doubled, but never get lost.
 */
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
  secondChargebacks: 7,
  hasTwoNames: false,
};
