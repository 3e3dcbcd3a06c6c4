import { listSavedCards } from '@jawhara/contract';
import type { PaySource } from '@jawhara/domain';
import { askAgain, nobodyAsks } from './answers.ts';
import { call } from './call.ts';
import { useAnswer, type UsedAnswer } from './use-answer.ts';

const KEY = 'saved-cards';
const FRESH_MS = 60_000;

const askForCards = () => call(listSavedCards, {});

/** How this device or session has paid before, newest first. */
export function useSavedCards(): UsedAnswer<PaySource[]> {
  return useAnswer(KEY, askForCards, FRESH_MS);
}

/**
 * After something has changed: an answer to a question from before the change may not know of it. Whoever shows the cards
 * sees the old ones until the new ones are there.
 */
export async function reloadSavedCards(): Promise<void> {
  await nobodyAsks(KEY);
  return askAgain(KEY, askForCards);
}
