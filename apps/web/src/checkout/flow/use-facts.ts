import { repurchaseGroupOf, type GemPack, type GrayVisitor } from '@jawhara/domain';
import { useLayoutEffect } from 'react';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import { useSavedCards } from '../../api/use-saved-cards.ts';
import { useSiteConfig, type SiteConfigState } from '../../api/use-site-config.ts';
import { grayValue } from '../../host/gray-value.ts';
import { storedLogin } from '../../host/stored-login.ts';
import { storedRecipient } from '../../host/stored-recipients.ts';
import { useStored } from '../../host/use-stored.ts';
import { visitPlatform } from '../../host/visit-platform.ts';
import { CHANNELS_UNKNOWN, newCardChannels } from './new-card-channels.ts';
import type { FineToPay } from './checkout-state.ts';
import { useCheckout } from './use-checkout.ts';

const platform = visitPlatform(globalThis.location ?? { search: '', hash: '' });
const NO_PACKS: readonly GemPack[] = [];

export interface Facts {
  readonly config: SiteConfigState;
  /** The saved cards are asked for and nobody has answered yet. */
  readonly areCardsAwaited: boolean;
  readonly retryCards: () => void;
}

/**
 * Tells the machine what the server knows: the cards, who may take a new one, the packs, and what is to be paid: the pack that
 * is chosen, or a fine.
 */
export function useFacts(pack: GemPack | null, fine: FineToPay | null = null): Facts {
  const { dispatch } = useCheckout();
  const { value: sources, problem, retry } = useSavedCards();
  const config = useSiteConfig();
  const site = config.kind === 'ready' ? config.config : null;
  const recipientId = useStored(storedRecipient)?.accountId ?? null;
  const accountId = useStored(storedLogin)?.account.accountId ?? null;
  const sold = useGemPacks(recipientId);
  const packs = sold.kind === 'ready' ? sold.packs : NO_PACKS;

  // Before the page can be pressed: a press on pay that finds no pack would be lost.
  useLayoutEffect(() => {
    const visitor: GrayVisitor = { grayValue: site?.grayValue ?? grayValue(), accountId };
    const cardChannels = site === null ? CHANNELS_UNKNOWN : newCardChannels(site, visitor, platform);
    const offer = { fine, pack, packs, recipientId, cardChannels, wallet: null };
    dispatch({ type: 'offer-changed', offer, now: new Date() });
    dispatch({ type: 'group-known', group: repurchaseGroupOf(site?.repurchaseRatio ?? null, visitor) });
  }, [dispatch, fine, pack, packs, recipientId, accountId, site]);

  useLayoutEffect(() => {
    if (sources !== null) dispatch({ type: 'cards-read', sources, now: new Date() });
    else if (problem !== null) dispatch({ type: 'cards-failed' });
  }, [dispatch, sources, problem]);

  return { config, areCardsAwaited: sources === null && problem === null, retryCards: retry };
}
