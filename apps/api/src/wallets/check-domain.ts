import type { DomainStanding } from '@jawhara/contract';
import {
  GENERIC_WALLET,
  isWallet,
  providerOf,
  walletChoiceOf,
  type AccountId,
  type GrayVisitor,
  type PayType,
  type ProviderNumber,
  type WalletChannel,
  type WalletChoice,
} from '@jawhara/domain';
import { providerFor, type ProviderRegistry } from '../providers/registry.ts';

interface WalletVisitor {
  readonly accountId: AccountId | null;
  readonly device: string;
}

/** All that a choice follows from: with it anybody can make it again. */
export interface WalletFacts {
  readonly channels: readonly WalletChannel[];
  readonly visitor: GrayVisitor;
}

/** Who gives no answers just now. */
export interface WalletTrouble {
  readonly providers: readonly ProviderNumber[];
  /** Channels whose sheets cannot be opened, whatever else their providers do. */
  readonly wallets: readonly PayType[];
}

export interface WalletHosts {
  /** The deployment's own list: nobody is ever sent to a host that is not on it. */
  readonly payableHosts: readonly string[];
  readonly providers: ProviderRegistry;
  /** A visitor sees one wallet; which channel serves it is the operator's to release. */
  readonly factsOf: (visitor: WalletVisitor) => Promise<WalletFacts>;
  readonly trouble: () => Promise<WalletTrouble>;
  /** Is told of every choice, and may change nothing. */
  readonly chosen: (facts: WalletFacts, choice: WalletChoice) => void;
}

const NOWHERE: DomainStanding = { isPayable: false, domain: null, payType: null };

function isAway({ providers, wallets }: WalletTrouble, payType: PayType): boolean {
  const provider = providerOf(payType);
  return wallets.includes(payType) || (provider !== null && providers.includes(provider));
}

/** [CFG-03] The channel that serves this visitor now. One that fails, or that nobody here takes, is left for another. */
async function channelFor(
  hosts: WalletHosts,
  visitor: WalletVisitor,
  trouble: WalletTrouble,
): Promise<PayType | null> {
  const facts = await hosts.factsOf(visitor);
  const serves = (payType: PayType): boolean =>
    providerFor(hosts.providers, payType) !== null && !isAway(trouble, payType);
  const choice = walletChoiceOf(facts.channels, facts.visitor, serves);
  hosts.chosen(facts, choice);
  return choice.serving;
}

/**
 * A wallet sheet opens only on hosts registered with the wallet; elsewhere the first of them is named, or none. Whoever gives no
 * answers now is not asked what they can: the link to them is unstable, and the visitor may come again in a moment.
 */
export async function checkDomain(
  hosts: WalletHosts,
  domainRequest: { payType: PayType; domain: string },
  visitor: WalletVisitor,
): Promise<DomainStanding | 'unstable'> {
  const trouble = await hosts.trouble();
  const payType =
    domainRequest.payType === GENERIC_WALLET
      ? await channelFor(hosts, visitor, trouble)
      : domainRequest.payType;
  if (payType === null || !isWallet(payType) || providerOf(payType) === null) return NOWHERE;
  if (isAway(trouble, payType)) return 'unstable';
  if (providerFor(hosts.providers, payType) === null) return NOWHERE;
  if (hosts.payableHosts.includes(domainRequest.domain))
    return { isPayable: true, domain: domainRequest.domain, payType };
  return { isPayable: false, domain: hosts.payableHosts[0] ?? null, payType };
}
