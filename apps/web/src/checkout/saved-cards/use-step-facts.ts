import { repurchaseGroupOf, type GemPack, type GrayVisitor, type PaySource } from '@jawhara/domain';
import { useEffect } from 'react';
import { useSavedCards } from '../../api/use-saved-cards.ts';
import { useSiteConfig, type SiteConfigState } from '../../api/use-site-config.ts';
import { grayValue } from '../../host/gray-value.ts';
import { visitPlatform } from '../../host/visit-platform.ts';
import { CHANNELS_UNKNOWN, newCardChannels } from '../steps/new-card-channels.ts';
import { usePaySteps } from './use-pay-steps.ts';

/** The list that the steps have learnt: it is told once, so that an old one never undoes what has changed since. */
let learnt: readonly PaySource[] | null = null;

const platform = visitPlatform(globalThis.location ?? { search: '', hash: '' });

export interface StepFacts {
  readonly config: SiteConfigState;
  /** The saved cards are asked for and nobody has answered yet. */
  readonly areCardsAwaited: boolean;
  readonly retryCards: () => void;
}

/** Tells the steps what the server knows: the cards, who may take a new one, and the pack that is chosen. */
export function useStepFacts(pack: GemPack | null): StepFacts {
  const { send } = usePaySteps();
  const { value: sources, problem, retry } = useSavedCards();
  const config = useSiteConfig();
  const site = config.kind === 'ready' ? config.config : null;

  useEffect(() => {
    const visitor: GrayVisitor = { grayValue: site?.grayValue ?? grayValue(), accountId: null };
    const cardChannels = site === null ? CHANNELS_UNKNOWN : newCardChannels(site, visitor, platform);
    send({ type: 'offer-changed', offer: { pack, cardChannels, wallet: null }, now: new Date() });
    send({ type: 'group-known', group: repurchaseGroupOf(site?.repurchaseRatio ?? null, visitor) });
  }, [send, pack, site]);

  useEffect(() => {
    if (sources === null) {
      if (problem !== null) send({ type: 'cards-failed' });
    } else if (sources !== learnt) {
      learnt = sources;
      const cards = sources.flatMap((source) => (source.kind === 'saved-card' ? [source.card] : []));
      send({ type: 'cards-read', cards, now: new Date() });
    }
  }, [send, sources, problem]);

  return { config, areCardsAwaited: sources === null && problem === null, retryCards: retry };
}
