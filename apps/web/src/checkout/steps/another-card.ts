import type { CardFingerprint } from '@jawhara/domain';
import { isCardExpired, recentCards } from './methods.ts';
import { goHome, goToNewCard } from './step-stack.ts';
import type { Checkout } from './steps-state.ts';

/** "Use another card": HOME with the next one chosen if another is remembered, else the frame of a new one. */
export function anotherCard(checkout: Checkout, than: CardFingerprint | null, now: Date): Checkout {
  const others = recentCards(checkout).filter(({ fingerprint }) => fingerprint !== than);
  const card = others.find((one) => !isCardExpired(one, now)) ?? others[0];
  if (card === undefined) return goToNewCard(checkout);
  return { ...goHome(checkout), method: { kind: 'saved-card', card }, isPicked: true };
}
