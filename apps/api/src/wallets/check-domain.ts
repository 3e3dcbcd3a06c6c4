import type { DomainStanding } from '@jawhara/contract';
import {
  GENERIC_WALLET,
  isWallet,
  providerOf,
  type AccountId,
  type PayType,
  type ProviderNumber,
} from '@jawhara/domain';
import type { ProviderRegistry } from '../providers/registry.ts';

interface WalletVisitor {
  readonly accountId: AccountId | null;
  readonly device: string;
}

export interface WalletHosts {
  /** The deployment's own list: nobody is ever sent to a host that is not on it. */
  readonly payableHosts: readonly string[];
  readonly providers: ProviderRegistry;
  /** A visitor sees one wallet; which channel serves it is the operator's to release. */
  readonly channelOf: (visitor: WalletVisitor) => Promise<PayType | null>;
  readonly failingProviders: () => Promise<readonly ProviderNumber[]>;
}

const NOWHERE: DomainStanding = { isPayable: false, domain: null, payType: null };

/**
 * A wallet sheet opens only on hosts registered with the wallet; elsewhere the first of them is named, or none. Whoever gives no
 * answers now is not asked what they can: the link to them is unstable, and the visitor may come again in a moment.
 */
export async function checkDomain(
  hosts: WalletHosts,
  asked: { payType: PayType; domain: string },
  visitor: WalletVisitor,
): Promise<DomainStanding | 'unstable'> {
  const payType = asked.payType === GENERIC_WALLET ? await hosts.channelOf(visitor) : asked.payType;
  if (payType === null || !isWallet(payType)) return NOWHERE;
  const provider = providerOf(payType);
  if (provider === null) return NOWHERE;
  if ((await hosts.failingProviders()).includes(provider)) return 'unstable';
  if (!hosts.providers.has(provider) || !hosts.providers.get(provider).can.wallets) return NOWHERE;
  if (hosts.payableHosts.includes(asked.domain)) return { isPayable: true, domain: asked.domain, payType };
  return { isPayable: false, domain: hosts.payableHosts[0] ?? null, payType };
}
