import type { ProviderFields, SiteConfig, GooglePayGateway } from '@jawhara/contract';
import {
  ADYEN,
  cardChannelsFor,
  cardPayTypeOf,
  cardProviderOf,
  whitelistedAt,
  takesGooglePay,
  repurchaseGroupOf,
  type AccountId,
  type GrayVisitor,
  type PayType,
  type GemPack,
} from '@jawhara/domain';
import { useLayoutEffect, useMemo } from 'react';
import { FIELDS_BY_PROVIDER } from './card/fields/fields-by-provider.ts';
import { hasApplePay } from '../../browser/browser-facts.ts';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import { useSavedCards } from '../../api/use-saved-cards.ts';
import { useSiteConfig, type SiteConfigState } from '../../api/use-site-config.ts';
import { grayValue } from '../../browser/ids.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedRecipient } from '../../browser/storage/recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { usePageValue } from '../../page-scope.ts';
import { visitPlatform } from '../../browser/link.ts';
import { CHANNELS_UNKNOWN, offeredChannels } from '../machine/methods.ts';
import { useWallet } from './wallet/use-wallet.ts';
import type { FineToPay } from '../machine/checkout-state.ts';
import { useCheckout } from '../machine/use-checkout.ts';

export type ChannelConfig = ProviderFields &
  Pick<SiteConfig, 'adyenCard' | 'newCardFlow' | 'cardHiddenPlatforms' | 'failingProviders'>;

/**
 * [CFG-02] The visitor's gray value, 0 to 99, decides which gradual releases apply. It is the server's value for the account or
 * device, so that a visitor without storage stays in the same group; the stored value until it arrives.
 */
export function grayVisitorOf(
  site: Pick<SiteConfig, 'grayValue'> | null,
  accountId: AccountId | null,
): GrayVisitor {
  return { grayValue: site?.grayValue ?? grayValue(), accountId };
}

/**
 * The pay types through which this visitor can pay with a new card, the best first. Only those whose fields this shop can open.
 */
export function newCardChannels(config: ChannelConfig, visitor: GrayVisitor, platform: string): PayType[] {
  const hasFields = (payType: PayType): boolean => {
    const provider = cardProviderOf(payType);
    return provider !== null && FIELDS_BY_PROVIDER[provider].configIn(config) !== null;
  };
  const releases = { [ADYEN]: config.adyenCard };
  // A visitor on the whitelist of a pay type gets only that pay type, even while its provider is failing, if this shop can open
  // its fields.
  const forced = whitelistedAt(releases, visitor).map(cardPayTypeOf).find(hasFields) ?? null;
  return cardChannelsFor({
    releases,
    newCardFlow: config.newCardFlow,
    visitor,
    platform,
    hiddenPlatforms: config.cardHiddenPlatforms,
    failing: config.failingProviders,
    forced,
  }).filter(hasFields);
}

/**
 * [NET-11] The gateway of the first new-card provider of this visitor that accepts Google Pay. Null: the operator has not
 * switched it on, there is none, or the device has Apple Pay, which comes first. Google's script is loaded only with a gateway.
 */
export function googlePayGateway(
  site: Pick<SiteConfig, 'googlePay'> | null,
  cardChannels: readonly PayType[],
): GooglePayGateway | null {
  const { googlePay } = site ?? { googlePay: null };
  if (googlePay === null || hasApplePay()) return null;
  const found = cardChannels
    .filter(takesGooglePay)
    .flatMap((payType) => googlePay.gateways.filter(({ provider }) => provider === cardProviderOf(payType)));
  return found[0] ?? null;
}

const readPlatform = (): string => visitPlatform(globalThis.location ?? { search: '', hash: '' });
const NO_PACKS: readonly GemPack[] = [];

export interface Facts {
  readonly config: SiteConfigState;
  /** The saved cards were requested and have not arrived yet. */
  readonly areCardsAwaited: boolean;
  readonly retryCards: () => void;
  readonly hasWallet: boolean;
}

/**
 * Passes server data to the machine: the cards, the channels for a new card, the packs, and the goods to be paid: the pack that
 * is chosen, or a fine.
 */
export function useFacts(pack: GemPack | null, fine: FineToPay | null = null, mayLeaveHost = false): Facts {
  const { dispatch, fields } = useCheckout();
  const platform = usePageValue(readPlatform);
  const { value: sources, problem, retry } = useSavedCards();
  const config = useSiteConfig();
  const site = config.kind === 'ready' ? config.config : null;
  const recipientId = useStored(storedRecipient)?.accountId ?? null;
  const accountId = useStored(storedLogin)?.account.accountId ?? null;
  const sold = useGemPacks(recipientId);
  const packs = sold.kind === 'ready' ? sold.packs : NO_PACKS;
  const visitor = useMemo<GrayVisitor>(() => grayVisitorOf(site, accountId), [site, accountId]);
  const cardChannels = useMemo(
    () => (site === null ? CHANNELS_UNKNOWN : newCardChannels(site, visitor, platform)),
    [site, visitor, platform],
  );
  const gateway = googlePayGateway(site, offeredChannels({ fine, pack, cardChannels }));
  const offeredWallet = useWallet(site, fields, { mayLeave: mayLeaveHost, gateway });
  const { payType: wallet, walletHost } = offeredWallet;

  // Before the page can be pressed, because a press on pay without a pack would be lost.
  useLayoutEffect(() => {
    const offer = { fine, pack, packs, recipientId, cardChannels, wallet, walletHost };
    dispatch({ type: 'offer-changed', offer, now: new Date() });
    dispatch({ type: 'group-known', group: repurchaseGroupOf(site?.repurchaseRatio ?? null, visitor) });
  }, [dispatch, fine, pack, packs, recipientId, visitor, cardChannels, site, wallet, walletHost]);

  useLayoutEffect(() => {
    if (sources !== null) dispatch({ type: 'cards-read', sources, now: new Date() });
    else if (problem !== null) dispatch({ type: 'cards-failed' });
  }, [dispatch, sources, problem]);

  return {
    config,
    areCardsAwaited: sources === null && problem === null,
    retryCards: retry,
    hasWallet: wallet !== null,
  };
}
