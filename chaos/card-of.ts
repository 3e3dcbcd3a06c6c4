import type { PayWith } from '@jawhara/domain';
import { PROVIDER_FACTS, type CardProvider } from './card-provider.ts';
import type { SandboxWire } from './sandbox-wire.ts';

type Hosted = (wire: SandboxWire, controls: string, scenario: string) => Promise<PayWith>;

/** What each provider's hosted fields would have given. The card number stays in the sandbox. */
const HOSTED = {
  async 13(wire, controls, scenario) {
    const { token } = await wire.post<{ token: string }>(`${controls}/tokens`, { scenario });
    return { token };
  },
  async 17(wire, controls, scenario) {
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
  async 6(wire, controls, scenario) {
    const proof = { scenario, isAgreed: true };
    const made = await wire.post<{ paymentToken: string; sessionKey: string }>(`${controls}/proofs`, proof);
    return { dropInToken: made.paymentToken, dropInSession: made.sessionKey };
  },
} as const satisfies Record<CardProvider, Hosted>;

export function cardOf(wire: SandboxWire, provider: CardProvider, scenario: string): Promise<PayWith> {
  return HOSTED[provider](wire, PROVIDER_FACTS[provider].controls, scenario);
}
