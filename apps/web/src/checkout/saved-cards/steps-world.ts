import '../../words/load-saved.ts';
import { deleteSavedCard, updateSavedCard } from '@jawhara/contract';
import { call } from '../../api/call.ts';
import { reloadSavedCards } from '../../api/use-saved-cards.ts';
import { storedChosenAmount } from '../../host/stored-purchase.ts';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';
import type { StepsWorld } from '../steps/run-steps.ts';
import { keepLastUsed } from './last-used.ts';

const SAID = {
  'expiry-updated': () => showToast(word('dlg.expiry.done')),
  'wallet-gone': () => showToast(word('method.walletOff'), 'info'),
} as const satisfies Record<Parameters<StepsWorld['say']>[0], () => void>;

/** A card that nobody knows any more is as deleted as one can be. */
async function deleteCard(fingerprint: Parameters<StepsWorld['deleteCard']>[0]): Promise<boolean> {
  const answer = await call(deleteSavedCard, { fingerprint });
  const isGone = answer.kind === 'ok' || (answer.kind === 'refused' && answer.refusal === 'card-not-found');
  if (isGone) showToast(word('dlg.delete.done'));
  return isGone;
}

/** The browser as the pay steps see it. Who pays is a matter of the page that shows the payment. */
export function stepsWorld(pay: StepsWorld['pay']): StepsWorld {
  return {
    pay,
    deleteCard,
    async updateExpiry(sourceId, expiry) {
      const answer = await call(updateSavedCard, { sourceId, expiry, isRemembered: null });
      if (answer.kind === 'ok') return 'updated';
      return answer.kind === 'refused' && answer.refusal === 'card-not-updated' ? 'refused' : 'lost';
    },
    readCards: () => void reloadSavedCards(),
    rememberCard: (sourceId, isRemembered) =>
      void call(updateSavedCard, { sourceId, expiry: null, isRemembered }),
    keepLast: keepLastUsed,
    choosePack: (pack) => storedChosenAmount.write(pack.priceUsdCents),
    say: (what) => SAID[what](),
    reload: () => location.reload(),
  };
}
