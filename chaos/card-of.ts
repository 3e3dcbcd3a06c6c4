import type { PayWith } from '@jawhara/domain';
import type { SandboxWire } from './sandbox-wire.ts';

/** What a provider's hosted fields would have given. The card number stays in the sandbox. */
export type CardOf = (wire: SandboxWire, controls: string, scenario: string) => Promise<PayWith>;

export const tokenOf: CardOf = async (wire, controls, scenario) => {
  const { token } = await wire.post<{ token: string }>(`${controls}/tokens`, { scenario });
  return { token };
};

export const sealedCardOf: CardOf = async (wire, controls, scenario) => {
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
};

export const dropInCardOf: CardOf = async (wire, controls, scenario) => {
  const proof = { scenario, isAgreed: true };
  const made = await wire.post<{ paymentToken: string; sessionKey: string }>(`${controls}/proofs`, proof);
  return { dropInToken: made.paymentToken, dropInSession: made.sessionKey };
};
