import type { GooglePayGateway, SiteConfig } from '@jawhara/contract';
import {
  cardProviderOf,
  takesGooglePay,
  type PayType,
  repurchaseGroupOf,
  type GemPack,
  type GrayVisitor,
} from '@jawhara/domain';
import { useLayoutEffect, useMemo } from 'react';
import { hasApplePay } from '../../browser/has-apple-pay.ts';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import { useSavedCards } from '../../api/use-saved-cards.ts';
import { useSiteConfig, type SiteConfigState } from '../../api/use-site-config.ts';
import { grayValue } from '../../browser/ids.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedRecipient } from '../../browser/storage/recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { visitPlatform } from '../../browser/link.ts';
import { CHANNELS_UNKNOWN, newCardChannels } from './new-card-channels.ts';
import { offeredChannels } from './methods.ts';
import { useWallet, type OfferedWallet } from '../methods/wallet/use-wallet.ts';
import type { FineToPay } from './checkout-state.ts';
import { useCheckout } from './use-checkout.ts';

/**
 * The gateway of the first new-card provider of this visitor that accepts Google Pay. Null: there is none, or the device has Apple Pay,
 * which comes first.
 */
function googlePayGateway(
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

const platform = visitPlatform(globalThis.location ?? { search: '', hash: '' });
const NO_PACKS: readonly GemPack[] = [];

export interface Facts {
  readonly config: SiteConfigState;
  /** The saved cards were requested and have not arrived yet. */
  readonly areCardsAwaited: boolean;
  readonly retryCards: () => void;
  readonly wallet: OfferedWallet;
}

/**
 * Passes server data to the machine: the cards, the channels for a new card, the packs, and the goods to be paid: the pack that
 * is chosen, or a fine.
 */
export function useFacts(pack: GemPack | null, fine: FineToPay | null = null, mayLeaveHost = false): Facts {
  const { dispatch, fields } = useCheckout();
  const { value: sources, problem, retry } = useSavedCards();
  const config = useSiteConfig();
  const site = config.kind === 'ready' ? config.config : null;
  const recipientId = useStored(storedRecipient)?.accountId ?? null;
  const accountId = useStored(storedLogin)?.account.accountId ?? null;
  const sold = useGemPacks(recipientId);
  const packs = sold.kind === 'ready' ? sold.packs : NO_PACKS;
  const visitor = useMemo<GrayVisitor>(
    () => ({ grayValue: site?.grayValue ?? grayValue(), accountId }),
    [site, accountId],
  );
  const cardChannels = useMemo(
    () => (site === null ? CHANNELS_UNKNOWN : newCardChannels(site, visitor, platform)),
    [site, visitor],
  );
  const gateway = googlePayGateway(site, offeredChannels({ fine, pack, cardChannels }));
  const offeredWallet = useWallet(site, fields, { mayLeave: mayLeaveHost, gateway });
  const wallet = offeredWallet.payType;

  // Before the page can be pressed: a press on pay without a pack would be lost.
  useLayoutEffect(() => {
    const offer = { fine, pack, packs, recipientId, cardChannels, wallet };
    dispatch({ type: 'offer-changed', offer, now: new Date() });
    dispatch({ type: 'group-known', group: repurchaseGroupOf(site?.repurchaseRatio ?? null, visitor) });
  }, [dispatch, fine, pack, packs, recipientId, visitor, cardChannels, site, wallet]);

  useLayoutEffect(() => {
    if (sources !== null) dispatch({ type: 'cards-read', sources, now: new Date() });
    else if (problem !== null) dispatch({ type: 'cards-failed' });
  }, [dispatch, sources, problem]);

  return {
    config,
    areCardsAwaited: sources === null && problem === null,
    retryCards: retry,
    wallet: offeredWallet,
  };
}
