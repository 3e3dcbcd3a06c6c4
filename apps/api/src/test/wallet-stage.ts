import type { WalletToken } from '@jawhara/domain';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { createSandbox } from '../../../sandbox/src/server.ts';
import type { MerchantIdentity } from '../providers/wallet-sheet.ts';
import type { Expectation } from '../providers/test/provider-world.ts';
import { expectationsWith, PLAIN, type RefusalCodes } from './provider-stage.ts';
import { walletToken } from './wallet-token.ts';

const pem = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** Starts a sandbox of Apple's gateway, which the sandbox of this provider does not contain. */
export async function startApple(): Promise<{ readonly identity: MerchantIdentity; stop(): Promise<void> }> {
  const apple = await createSandbox({
    port: 0,
    providers: {},
    applePayGateway: {
      port: 0,
      authorityPem: pem(APPLE_PAY_KEYS.authority),
      certificatePem: pem(APPLE_PAY_KEYS.gatewayCertificate),
      keyPem: pem(APPLE_PAY_KEYS.gatewayKey),
    },
  });
  return {
    identity: {
      merchantId: APPLE_PAY_KEYS.merchantId,
      certificatePem: pem(APPLE_PAY_KEYS.merchantCertificate),
      keyPem: pem(APPLE_PAY_KEYS.merchantKey),
      gatewayUrl: apple.gatewayUrl ?? '',
      authorityPem: pem(APPLE_PAY_KEYS.authority),
    },
    stop: apple.close,
  };
}

/** The token that the sandbox wallet's sheet returns after the payer agreed. */
export async function walletTokenOf(sandboxUrl: string, scenario: string): Promise<WalletToken> {
  return { walletToken: await walletToken(sandboxUrl, scenario), methodType: 'debit' };
}

/** The expectations for wallets: a wallet has authenticated its owner, so no bank requests a challenge. */
export function walletExpectationsWith(codes: RefusalCodes): Record<ScenarioKey, Expectation> {
  const expectations = expectationsWith(codes);
  return {
    ...expectations,
    challenge: PLAIN,
    'challenge-mastercard': PLAIN,
    'challenge-then-insufficient-funds': expectations['insufficient-funds'],
  };
}
