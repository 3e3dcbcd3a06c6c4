import { randomBytes, randomUUID } from 'node:crypto';
import { isScenarioKey, SCENARIOS, type ScenarioKey } from '../scenarios.ts';
import { recordIn, textIn, type Json } from '../world/reading.ts';
import { createSeal } from '../world/seal.ts';

/** The recipient of an encrypted card: the gateway, and the shop's id at the gateway. */
export interface SealedFor {
  readonly gateway: string;
  readonly gatewayMerchantId: string;
}

/** The data that Google's payment sheet gives to the page once the payer has agreed, in Google's own shape. */
export interface GooglePaymentData {
  readonly apiVersion: 2;
  readonly apiVersionMinor: 0;
  readonly paymentMethodData: {
    readonly type: 'CARD';
    readonly description: string;
    readonly info: { readonly cardNetwork: 'VISA' | 'MASTERCARD'; readonly cardDetails: string };
    /** JSON as text: signature, protocolVersion, signedMessage. */
    readonly tokenizationData: { readonly type: 'PAYMENT_GATEWAY'; readonly token: string };
  };
}

type AuthMethod = 'PAN_ONLY' | 'CRYPTOGRAM_3DS';

/** The content of a token, as the provider that it was made for decrypts it. A token pays once. */
export interface OpenedGoogleToken {
  readonly scenario: ScenarioKey;
  /** Whether the card's owner was authenticated on the device. */
  readonly authMethod: AuthMethod;
  isUsed(): boolean;
  use(): void;
}

export interface GoogleTokens {
  make(scenario: ScenarioKey, sealedFor: SealedFor): GooglePaymentData;
  /** Null: not a token, altered, made for another recipient, or by a sandbox that no longer runs. */
  open(token: unknown, sealedFor: SealedFor): OpenedGoogleToken | null;
  clear(): void;
}

const VERSION = 'ECv1';

/** `PAN_ONLY`: a card stored only in a Google account, not authenticated. `CRYPTOGRAM_3DS`: on a phone that authenticated it. */
function authMethodOf(scenario: ScenarioKey): AuthMethod {
  return SCENARIOS[scenario].authentication === 'none' ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY';
}

function parsed(text: string | null): Json {
  try {
    return recordIn(JSON.parse(text ?? ''));
  } catch {
    return {};
  }
}

/** The part of Google that encrypts cards for gateways: one card for each scenario. */
export function createGoogleTokens(): GoogleTokens {
  const seal = createSeal();
  const used = new Set<string>();

  function messageIn(token: Json): Json {
    const signature = textIn(token, 'signature');
    const signed = parsed(textIn(token, 'signedMessage'));
    const [message, key, tag] = [
      textIn(signed, 'encryptedMessage'),
      textIn(signed, 'ephemeralPublicKey'),
      textIn(signed, 'tag'),
    ];
    const isWhole = signature !== null && message !== null && key !== null && tag !== null;
    if (token['protocolVersion'] !== VERSION || !isWhole) return {};
    try {
      return recordIn(seal.open(message, `${signature} ${key} ${tag}`));
    } catch {
      return {};
    }
  }

  return {
    make(scenario, { gateway, gatewayMerchantId }) {
      const { brand, number } = SCENARIOS[scenario];
      const [signature, ephemeralPublicKey, tag] = [71, 65, 32].map((bytes) =>
        randomBytes(bytes).toString('base64'),
      );
      const message = { messageId: randomUUID(), gateway, gatewayMerchantId, scenario };
      const encryptedMessage = seal.close(message, `${signature} ${ephemeralPublicKey} ${tag}`);
      const signedMessage = JSON.stringify({ encryptedMessage, ephemeralPublicKey, tag });
      const cardDetails = number.slice(-4);
      return {
        apiVersion: 2,
        apiVersionMinor: 0,
        paymentMethodData: {
          type: 'CARD',
          description: `${brand} •••• ${cardDetails}`,
          info: { cardNetwork: brand === 'Visa' ? 'VISA' : 'MASTERCARD', cardDetails },
          tokenizationData: {
            type: 'PAYMENT_GATEWAY',
            token: JSON.stringify({ signature, protocolVersion: VERSION, signedMessage }),
          },
        },
      };
    },
    open(token, { gateway, gatewayMerchantId }) {
      const message = messageIn(recordIn(token));
      const { scenario } = message;
      const messageId = textIn(message, 'messageId');
      const isOurs = message['gateway'] === gateway && message['gatewayMerchantId'] === gatewayMerchantId;
      if (!isOurs || messageId === null || !isScenarioKey(scenario)) return null;
      return {
        scenario,
        authMethod: authMethodOf(scenario),
        isUsed: () => used.has(messageId),
        use: () => void used.add(messageId),
      };
    },
    clear: () => used.clear(),
  };
}
