import { randomBytes } from 'node:crypto';
import { isScenarioKey, SCENARIOS, type ScenarioKey } from '../scenarios.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { createSeal } from '../world/seal.ts';

/**
 * The token that Apple's payment sheet gives to the page once the payer has authorised: in Apple's own shape, encrypted for
 * the providers of the sandbox.
 */
export interface WalletToken {
  readonly paymentData: {
    readonly version: 'EC_v1';
    readonly data: string;
    readonly signature: string;
    readonly header: {
      readonly ephemeralPublicKey: string;
      readonly publicKeyHash: string;
      readonly transactionId: string;
    };
  };
  readonly paymentMethod: {
    readonly displayName: string;
    readonly network: string;
    readonly type: 'debit' | 'credit';
  };
  readonly transactionIdentifier: string;
}

/** The content of a token, as a provider finds it. */
export interface OpenedToken {
  readonly scenario: ScenarioKey;
  readonly transactionId: string;
}

export interface WalletTokens {
  make(scenario: ScenarioKey): WalletToken;
  /** Null: not a token, altered, or made by a sandbox that no longer runs. */
  open(paymentData: unknown): OpenedToken | null;
  /** False: it was used before. A token is valid for one payment, at whichever provider. */
  use(token: OpenedToken): boolean;
  clear(): void;
}

/** A tester's Apple Pay, with one card for each scenario. */
export function createWalletTokens(): WalletTokens {
  const seal = createSeal();
  const used = new Set<string>();

  return {
    make(scenario) {
      const transactionId = randomBytes(32).toString('hex');
      const { brand, number } = SCENARIOS[scenario];
      return {
        paymentData: {
          version: 'EC_v1',
          data: seal.close({ scenario }, transactionId),
          signature: randomBytes(96).toString('base64'),
          header: {
            ephemeralPublicKey: randomBytes(91).toString('base64'),
            publicKeyHash: randomBytes(32).toString('base64'),
            transactionId,
          },
        },
        paymentMethod: {
          displayName: `${brand} ${number.slice(-4)}`,
          network: brand === 'Visa' ? 'Visa' : 'MasterCard',
          type: 'debit',
        },
        transactionIdentifier: transactionId,
      };
    },
    open(paymentData) {
      const token = recordIn(paymentData);
      const transactionId = textIn(recordIn(token['header']), 'transactionId');
      const data = textIn(token, 'data');
      if (token['version'] !== 'EC_v1' || transactionId === null || data === null) return null;
      try {
        const { scenario } = recordIn(seal.open(data, transactionId));
        return isScenarioKey(scenario) ? { scenario, transactionId } : null;
      } catch {
        return null;
      }
    },
    use({ transactionId }) {
      if (used.has(transactionId)) return false;
      used.add(transactionId);
      return true;
    },
    clear: () => used.clear(),
  };
}
