import type { PayType, RepurchaseGroup } from '@jawhara/domain';
import { openChildPage } from './child-page.ts';
import { inChoosing, withoutDeletion } from './in-choosing.ts';
import { inEnded, onEnded } from './in-ended.ts';
import { onCardsFailed, onCardsRead, onChildPage, onGroupKnown, onOfferChanged } from './learn.ts';
import { channelMethod, confirmModeOf } from './methods.ts';
import { choosing } from './step-stack.ts';
import type {
  CardsRead,
  LastUsed,
  Offer,
  StepsAt,
  StepsEvent,
  StepsNext,
  StepsState,
} from './steps-state.ts';
import { inPaying, inUpdating } from './under-way.ts';

/** What the page knows when it opens; cards and the rest come with events. */
export interface StepsEntry {
  readonly offer: Offer;
  readonly last: LastUsed;
  readonly group: RepurchaseGroup;
  readonly withoutCvv: readonly PayType[];
  readonly hasRecipient: boolean;
  readonly hasHistory: boolean;
}

/** HOME, with the cards still being read: the wallet and a new card can be used at once. */
export function beginSteps(entry: StepsEntry): StepsNext {
  const { offer, last, group, withoutCvv, hasRecipient, hasHistory } = entry;
  const cards: CardsRead = { kind: 'loading' };
  const known = { offer, last, cards };
  return [
    choosing({
      ...known,
      group,
      withoutCvv,
      scene: 'normal',
      above: [],
      mode: confirmModeOf(known),
      method: channelMethod(known),
      isPicked: false,
      recipient: openChildPage({ hasRecipient, hasHistory }),
    }),
    { do: 'read-cards' },
  ];
}

const STATES: {
  readonly [At in StepsState['at']]: (state: StepsAt<At>, event: StepsEvent) => StepsNext;
} = {
  choosing: inChoosing,
  updating: inUpdating,
  paying: inPaying,
  ended: inEnded,
  left: (state) => [state],
};

function onCardDeleted(
  state: Exclude<StepsState, { at: 'left' }>,
  event: Extract<StepsEvent, { type: 'card-deleted' }>,
): StepsNext {
  const next =
    state.at === 'choosing'
      ? choosing(state.checkout, { popup: withoutDeletion(state, event.fingerprint) })
      : state;
  return [next, { do: 'read-cards' }];
}

/**
 * The pay steps from HOME to the result and back. Pure: what the world has to do is in the effects, in their order.
 * What happens between the press that pays and the result is the purchase machine's; here it is one state, 'paying'.
 */
export function paySteps(state: StepsState, event: StepsEvent): StepsNext {
  if (state.at === 'left') return [state];
  switch (event.type) {
    case 'cards-read':
      return onCardsRead(state, event.cards, event.now);
    case 'cards-failed':
      return onCardsFailed(state);
    case 'offer-changed':
      return onOfferChanged(state, event.offer, event.now);
    case 'group-known':
      return onGroupKnown(state, event.group);
    case 'card-deleted':
      return onCardDeleted(state, event);
    case 'recipient-known':
    case 'others-pressed':
    case 'other-id-pressed':
    case 'child-closed':
      return onChildPage(state, event);
    case 'ended': {
      const { outcome, payType, used, smallerPack } = event;
      return onEnded(state.checkout, { outcome, payType, used, smallerPack, isRememberAnswered: false });
    }
    default: {
      const step = STATES[state.at] as (state: StepsState, event: StepsEvent) => StepsNext;
      return step(state, event);
    }
  }
}
