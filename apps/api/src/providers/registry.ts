import { isWallet, providerOf, type PayType, type ProviderNumber } from '@jawhara/domain';
import type { PaymentProvider } from './provider.ts';

export interface ProviderRegistry {
  /** Throws for a provider that is not connected, because no order is created for one. */
  get(number: ProviderNumber): PaymentProvider;
  has(number: ProviderNumber): boolean;
}

export function providerRegistry(providers: readonly PaymentProvider[]): ProviderRegistry {
  const byNumber = new Map(providers.map((provider) => [provider.number, provider]));
  return {
    get(number) {
      const provider = byNumber.get(number);
      if (!provider) throw new Error(`no provider ${number} in this deployment`);
      return provider;
    },
    has: (number) => byNumber.has(number),
  };
}

/** The configured provider for a pay type, or null if none can take it. */
export function providerFor(registry: ProviderRegistry, payType: PayType): ProviderNumber | null {
  const provider = providerOf(payType);
  if (provider === null || !registry.has(provider)) return null;
  return isWallet(payType) && !registry.get(provider).can.wallets ? null : provider;
}
