import type { DomainStanding } from '@jawhara/contract';
import { isWallet, providerOf, type PayType } from '@jawhara/domain';
import type { ProviderRegistry } from '../providers/registry.ts';

export interface WalletHosts {
  /** The deployment's own list: nobody is ever sent to a host that is not on it. */
  readonly payableHosts: readonly string[];
  readonly providers: ProviderRegistry;
}

/** A wallet sheet opens only on hosts registered with the wallet; elsewhere the first of them is named, or none. */
export function checkDomain(hosts: WalletHosts, asked: { payType: PayType; domain: string }): DomainStanding {
  const provider = providerOf(asked.payType);
  const canTake =
    isWallet(asked.payType) &&
    provider !== null &&
    hosts.providers.has(provider) &&
    hosts.providers.get(provider).can.wallets;
  if (!canTake) return { isPayable: false, domain: null, payType: null };
  if (hosts.payableHosts.includes(asked.domain)) {
    return { isPayable: true, domain: asked.domain, payType: asked.payType };
  }
  return { isPayable: false, domain: hosts.payableHosts[0] ?? null, payType: asked.payType };
}
