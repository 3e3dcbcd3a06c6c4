import type { DomainStanding } from '@jawhara/contract';
import {
  GENERIC_WALLET,
  isWallet,
  providerOf,
  walletChoiceOf,
  isWhitelisted,
  type AccountId,
  type GrayVisitor,
  type PayType,
  type ProviderNumber,
  type WalletChannel,
  type WalletChoice,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import { providerFor, type ProviderRegistry } from '../providers/registry.ts';

interface WalletVisitor {
  readonly accountId: AccountId | null;
  readonly device: string;
}

/** The values from which a channel is chosen, so that the choice can be computed again. */
export interface WalletFacts {
  readonly channels: readonly WalletChannel[];
  readonly visitor: GrayVisitor;
}

/** The providers and channels that do not answer at the moment. */
interface WalletTrouble {
  readonly providers: readonly ProviderNumber[];
  /** Channels whose payment sheets cannot be opened at the moment, even if their provider answers. */
  readonly wallets: readonly PayType[];
}

export interface WalletHosts {
  /** The hosts that this deployment lists. A visitor is never sent to any other host. */
  readonly payableHosts: readonly string[];
  readonly providers: ProviderRegistry;
  /** A visitor sees only one wallet. The operator's settings decide which channel (provider) serves it. */
  readonly factsOf: (visitor: WalletVisitor) => Promise<WalletFacts>;
  readonly trouble: () => Promise<WalletTrouble>;
  /** Called with every choice, to log it. It cannot change the choice. */
  readonly chosen: (facts: WalletFacts, choice: WalletChoice) => void;
}

const NOWHERE: DomainStanding = { isPayable: false, domain: null, payType: null };

function isAway({ providers, wallets }: WalletTrouble, payType: PayType): boolean {
  const provider = providerOf(payType);
  return wallets.includes(payType) || (provider !== null && providers.includes(provider));
}

/**
 * [CFG-03] The channel that serves this visitor now. A released channel that does not answer, or whose provider is not
 * connected, is replaced by another.
 */
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
 * Whether the wallet's sheet can be opened on this host. It can only on hosts that the deployment lists; for another
 * host the answer contains the first listed one, or none. A provider that does not answer at the moment is not called,
 * and the visitor may try again soon.
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

interface ChoiceWatch {
  readonly logger: Logger;
  readonly alerts: {
    left(wallet: PayType, servedBy: PayType): void;
    serving(wallet: PayType): void;
  };
}

/**
 * Logs the choice so that it can be computed again by hand: the visitor's number, the shares in their order, the
 * channel released to the visitor and the channel that serves them.
 */
export function tellChoice({ logger, alerts }: ChoiceWatch): WalletHosts['chosen'] {
  return ({ channels, visitor }, { released, serving }) => {
    const shares = channels.map(({ payType, ratio }) => ({ payType, ratio }));
    const isForced = channels.some((channel) => isWhitelisted(channel, visitor));
    logger.info(
      { walletChoice: { grayValue: visitor.grayValue, shares, isForced, released, serving } },
      'a wallet channel was chosen',
    );
    if (released === null || serving === null) return;
    if (released !== serving) alerts.left(released, serving);
    else alerts.serving(serving);
  };
}
