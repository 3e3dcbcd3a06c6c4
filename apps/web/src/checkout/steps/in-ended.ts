import type { SavedCard } from '@jawhara/domain';
import { onOtherCardAfterResult, onPayAgain, onResultClosed, onResultPressed } from './on-result.ts';
import { cardToRemember, lastUsedAfter, lastUsedCard } from './remember-card.ts';
import type {
  CardsRead,
  Checkout,
  LastUsed,
  PurchaseEnd,
  StepsAt,
  StepsEffect,
  StepsEvent,
  StepsNext,
  UsedCard,
} from './steps-state.ts';

/** Another saving of the same card stays beside it: one that is not remembered must not hide one that is. */
function withCard(read: CardsRead, card: SavedCard): CardsRead {
  if (read.kind !== 'ready') return read;
  return { kind: 'ready', cards: [card, ...read.cards.filter(({ sourceId }) => sourceId !== card.sourceId)] };
}

/** A card the provider keeps is a saved card from this moment, before the list is read again. */
function withUsed(checkout: Checkout, used: UsedCard): Checkout {
  return used.kind === 'saved' ? { ...checkout, cards: withCard(checkout.cards, used.card) } : checkout;
}

function keepLast(before: LastUsed, last: LastUsed): StepsEffect[] {
  const isSame = before.card === last.card && before.payType === last.payType;
  return isSame ? [] : [{ do: 'keep-last', last }];
}

/** Where every purchase arrives, also one that a reopened page finds decided. After a success the cards are read again. */
export function onEnded(checkout: Checkout, end: PurchaseEnd): StepsNext {
  const last = lastUsedAfter(checkout.last, end);
  const ended: StepsAt<'ended'> = { at: 'ended', checkout: { ...withUsed(checkout, end.used), last }, end };
  // Hidden: a panel without a word or a button would be a dead end.
  if (end.outcome === 'not-active') return onResultClosed(ended);
  const reading: StepsEffect[] = end.outcome === 'success' ? [{ do: 'read-cards' }] : [];
  return [ended, ...keepLast(checkout.last, last), ...reading];
}

function isSameCard(a: UsedCard, b: UsedCard): boolean {
  return a.kind === 'saved' && b.kind === 'saved' && a.card.sourceId === b.card.sourceId;
}

/** While it is awaited, or when the same card is told anew: a late word about the card of an earlier order changes nothing. */
function onUsedCard(state: StepsAt<'ended'>, used: UsedCard): StepsNext {
  if (state.end.used.kind !== 'loading' && !isSameCard(state.end.used, used)) return [state];
  const end = { ...state.end, used };
  const last = lastUsedAfter(state.checkout.last, end);
  const checkout = { ...withUsed(state.checkout, used), last };
  return [{ at: 'ended', checkout, end }, ...keepLast(state.checkout.last, last)];
}

function onRemember(state: StepsAt<'ended'>, isRemembered: boolean): StepsNext {
  const asked = cardToRemember(state.end, state.checkout.cards);
  if (asked === null) return [state];
  const card: SavedCard = { ...asked, isRemembered };
  const used: UsedCard = { kind: 'saved', card };
  const last = isRemembered ? lastUsedCard(card) : state.checkout.last;
  return [
    {
      at: 'ended',
      checkout: { ...withUsed(state.checkout, used), last },
      end: { ...state.end, used, isRememberAnswered: true },
    },
    { do: 'remember-card', sourceId: card.sourceId, isRemembered },
    ...keepLast(state.checkout.last, last),
  ];
}

export function inEnded(state: StepsAt<'ended'>, event: StepsEvent): StepsNext {
  switch (event.type) {
    case 'result-pressed':
      return onResultPressed(state, event.button, event.now);
    case 'pay-again-pressed':
      return onPayAgain(state, event.now);
    case 'step-named':
      return event.step === 'home' ? onResultClosed(state) : [state];
    case 'other-card-pressed':
      return onOtherCardAfterResult(state, event.now);
    case 'used-card-read':
      return onUsedCard(state, event.used);
    case 'remember-chosen':
      return onRemember(state, event.isRemembered);
    case 'back-pressed':
      return onResultClosed(state);
    default:
      return [state];
  }
}
