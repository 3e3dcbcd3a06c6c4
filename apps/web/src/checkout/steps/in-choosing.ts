import type { CardFingerprint, CardSourceId } from '@jawhara/domain';
import { anotherCard } from './another-card.ts';
import { isUpdatable, offeredMethod, recentCards } from './methods.ts';
import { onBack, onGiveUp } from './on-back.ts';
import { onConfirm } from './on-confirm.ts';
import { openFrame, openNamed } from './open-step.ts';
import { lastUsedMethod } from './remember-card.ts';
import { choosing, goTo, goToNewCard, stepOf } from './step-stack.ts';
import type { Method, PayStep, StepsAt, StepsEvent, StepsNext } from './steps-state.ts';

type Choosing = StepsAt<'choosing'>;

function isOn(state: Choosing, ...steps: readonly PayStep['at'][]): boolean {
  return state.popup === null && steps.includes(stepOf(state.checkout).at);
}

function onMethod(state: Choosing, chosen: Method): StepsNext {
  const { checkout } = state;
  const method = offeredMethod(checkout, chosen);
  const isCard = chosen.kind === 'saved-card';
  const isShown = isCard
    ? isOn(state, 'saved-cards') || (isOn(state, 'home') && checkout.mode === 'recent')
    : isOn(state, 'home');
  if (method === null || !isShown) return [state];
  return [
    choosing({ ...checkout, method, isPicked: true }),
    { do: 'keep-last', last: lastUsedMethod(checkout, method) },
  ];
}

/** From the popup of somebody who pressed pay, the new date pays at once; from a row of the list it only updates. */
function onUpdate(state: Choosing, sourceId: CardSourceId): StepsNext {
  const { checkout, popup } = state;
  const isPaidAfter = popup?.kind === 'expired-card' && popup.card.sourceId === sourceId;
  if (!isPaidAfter && !isOn(state, 'home', 'saved-cards')) return [state];
  const card = recentCards(checkout).find((one) => one.sourceId === sourceId);
  if (card === undefined || !isUpdatable(card)) return [state];
  return [choosing(goTo(checkout, { at: 'modify-expiry', card, isPaidAfter }))];
}

function onOtherCard(state: Choosing, now: Date): StepsNext {
  const { checkout, popup } = state;
  if (popup?.kind === 'expired-card' || popup?.kind === 'not-updatable') {
    return [choosing(anotherCard(checkout, popup.card.fingerprint, now))];
  }
  const step = stepOf(checkout);
  if (popup !== null || !('card' in step)) return [state];
  return [choosing(anotherCard(checkout, step.card.fingerprint, now))];
}

/** A card that was never remembered is not in any list, and has nothing to be deleted from. */
function onDelete(state: Choosing, sourceId: CardSourceId): StepsNext {
  const card = recentCards(state.checkout).find((one) => one.sourceId === sourceId);
  if (card === undefined || !isOn(state, 'home', 'saved-cards', 'cvv')) return [state];
  return [choosing(state.checkout, { popup: { kind: 'delete-card', card, isDeleting: false } })];
}

function onDeleteConfirmed(state: Choosing): StepsNext {
  const { checkout, popup } = state;
  if (popup?.kind !== 'delete-card' || popup.isDeleting) return [state];
  return [
    choosing(checkout, { popup: { ...popup, isDeleting: true } }),
    { do: 'delete-card', fingerprint: popup.card.fingerprint },
  ];
}

/** The popup may have been closed meanwhile, and another one opened. */
export function withoutDeletion(state: Choosing, fingerprint: CardFingerprint): Choosing['popup'] {
  const { popup } = state;
  return popup?.kind === 'delete-card' && popup.card.fingerprint === fingerprint ? null : popup;
}

export function inChoosing(state: Choosing, event: StepsEvent): StepsNext {
  const { checkout } = state;
  switch (event.type) {
    case 'confirm-pressed':
      return onConfirm(state, event);
    case 'method-chosen':
      return onMethod(state, event.method);
    case 'step-named':
      return openNamed(state, event);
    case 'frame-opened':
      return openFrame(state);
    case 'all-cards-pressed':
      return isOn(state, 'home') ? [choosing(goTo(checkout, { at: 'saved-cards' }))] : [state];
    case 'new-card-pressed':
      return isOn(state, 'home', 'saved-cards') ? [choosing(goToNewCard(checkout))] : [state];
    case 'other-card-pressed':
      return onOtherCard(state, event.now);
    case 'update-pressed':
      return onUpdate(state, event.sourceId);
    case 'delete-pressed':
      return onDelete(state, event.sourceId);
    case 'delete-confirmed':
      return onDeleteConfirmed(state);
    case 'delete-failed':
      return [
        choosing(checkout, {
          popup: withoutDeletion(state, event.fingerprint),
          problem: 'card-not-deleted',
        }),
      ];
    case 'popup-closed':
      return state.popup === null ? [state] : [choosing(checkout)];
    case 'stay-pressed':
      return state.popup?.kind === 'give-up' ? [choosing(checkout)] : [state];
    case 'give-up-pressed':
      return onGiveUp(state);
    case 'back-pressed':
      return onBack(state);
    default:
      return [state];
  }
}
