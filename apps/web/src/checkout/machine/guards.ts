import { methodFor, payTypeOfSource, type GemPack, type Purchase } from '@jawhara/domain';
import type { Checkout } from './checkout-state.ts';
import type {
  GuardEvent,
  GuardFacts,
  GuardMemory,
  GuardNext,
  GuardState,
  MethodFacts,
  Passage,
  PayGap,
  PayPress,
} from './guard-state.ts';

/** A precondition of paying. */
type Guard = 'missing' | 'new-face' | 'same-again' | 'other-host' | 'changed-fine' | 'stale-card';

/** The preconditions of every press that leads to a payment, in the order in which they are checked. */
export const GUARDS_OF_PRESS = {
  pay: ['missing', 'new-face', 'same-again', 'other-host', 'stale-card'],
  'all-cards': ['missing', 'new-face'],
  'system-browser': ['missing', 'new-face'],
  'wallet-row': ['other-host'],
  // The next page checks the other guards.
  continue: ['missing', 'new-face'],
  repeat: ['same-again'],
  'pay-fine': ['missing', 'changed-fine', 'stale-card'],
  'all-cards-for-fine': ['changed-fine'],
  'wallet-again-for-fine': ['missing'],
} as const satisfies Record<PayPress, readonly Guard[]>;

/** Before the machine of the checkout is loaded, the first method of the pack counts as selected. */
export function methodFacts(checkout: Checkout | null, pack: GemPack | null): MethodFacts {
  if (checkout === null) return { payType: pack?.methods[0]?.payType ?? null, card: null, walletHost: null };
  const { method, offer } = checkout;
  if (method?.kind === 'saved-card' || method?.kind === 'seen-card') {
    const { sourceId } = method.card;
    const card = { sourceId, isSeen: method.kind === 'seen-card' };
    return { payType: payTypeOfSource(sourceId), card, walletHost: null };
  }
  if (method?.kind === 'new-card') return { payType: method.payType, card: null, walletHost: null };
  return { payType: offer.wallet, card: null, walletHost: method === null ? null : offer.walletHost };
}

/** Null when nothing is missing. A fine needs a network and nothing else. */
export function findGap({
  recipient,
  pack,
  fine,
  payType,
  isOnline,
}: Pick<GuardFacts, 'recipient' | 'pack' | 'fine' | 'payType' | 'isOnline'>): PayGap | null {
  if (!isOnline) return 'offline';
  if (fine !== null) return null;
  if (recipient === null) return 'recipient';
  if (pack === null) return 'pack';
  return payType === null || methodFor(pack, payType) === null ? 'method' : null;
}

function opened({ turn, isHostFailed }: GuardMemory): GuardState {
  return { at: 'open', turn, isHostFailed };
}

/** The state in which the press is held, with the effects that lead out of it; null when the guard lets it pass. */
type Check = (facts: GuardFacts, passage: Passage) => GuardNext | null;

const CHECKS: Readonly<Record<Guard, Check>> = {
  missing(facts, passage) {
    const gap = findGap(facts);
    if (gap === null) return null;
    const { hasIdField, isIdPending, typedId } = facts;
    if (gap !== 'recipient' || !hasIdField) return [opened(passage), { do: 'explain', gap }];
    if (isIdPending) return [{ ...passage, at: 'awaiting-recipient', typedId }, { do: 'search' }];
    return [opened(passage), { do: 'search' }, { do: 'explain', gap }];
  },
  'new-face': ({ isNewFace }, passage) => (isNewFace ? [{ ...passage, at: 'new-face' }] : null),
  'same-again'({ purchase, hasOrdered }, passage) {
    if (purchase === null || !hasOrdered) return null;
    return [
      { ...passage, at: 'reading-orders' },
      { do: 'read-earlier', turn: passage.turn, purchase },
    ];
  },
  'other-host'({ walletHost }, passage) {
    if (walletHost === null) return null;
    return [
      { ...passage, at: 'leaving-host' },
      { do: 'go-to-host', turn: passage.turn, host: walletHost },
    ];
  },
  // A wallet opens inside the press, so the fine is not read again before. If its amount has changed, the server refuses the
  // order.
  'changed-fine'({ fine, hasOwnButton }, passage) {
    if (fine === null || (hasOwnButton && passage.press === 'pay-fine')) return null;
    const { account, quote } = fine;
    return [
      { ...passage, at: 'checking-fine', amountUsdCents: quote.amountUsdCents },
      { do: 'read-fine', turn: passage.turn, displayId: account.displayId },
    ];
  },
  'stale-card'({ card, purchase }, passage) {
    if (card?.isSeen !== true) return null;
    return [
      { ...passage, at: 'checking-card', sourceId: card.sourceId, purchase },
      { do: 'check-cards', turn: passage.turn },
    ];
  },
};

/** Checks the guards of the press that come after `last`; null: all of them. */
function pass(passage: Passage, facts: GuardFacts, last: Guard | null): GuardNext {
  const guards: readonly Guard[] = GUARDS_OF_PRESS[passage.press];
  const from = last === null ? 0 : guards.indexOf(last) + 1;
  for (const guard of guards.slice(from)) {
    const held = CHECKS[guard](facts, passage);
    if (held !== null) return held;
  }
  return [opened(passage), { do: 'go-on', isAfterSheet: passage.isAfterSheet }];
}

function passageOf({ turn, isHostFailed, press, isAfterSheet }: Passage): Passage {
  return { turn, isHostFailed, press, isAfterSheet };
}

type GuardAt<At extends GuardState['at']> = Extract<GuardState, { at: At }>;

function isSamePurchase(a: Purchase | null, b: Purchase | null): boolean {
  return a?.priceUsdCents === b?.priceUsdCents && a?.recipientId === b?.recipientId;
}

/** Continues only for the account whose id was in the field. Never opens a wallet, because this event is no press. */
function onRecipient(state: GuardAt<'awaiting-recipient'>, facts: GuardFacts): GuardNext {
  const isFound = facts.recipient?.displayId === state.typedId;
  if (!isFound) return [facts.typedId === state.typedId ? state : opened(state)];
  return facts.hasOwnButton ? [opened(state)] : pass(passageOf(state), facts, null);
}

function onCards(state: GuardAt<'checking-card'>, facts: GuardFacts): GuardNext {
  const { card, purchase } = facts;
  const isSaved = card?.sourceId === state.sourceId && !card.isSeen;
  const isSame = isSaved && isSamePurchase(purchase, state.purchase);
  return isSame ? pass(passageOf(state), facts, 'stale-card') : [opened(state)];
}

type OnEvent<At extends GuardState['at']> = (
  state: GuardAt<At>,
  event: GuardEvent,
  facts: GuardFacts,
) => GuardNext;

const STATES: { readonly [At in GuardState['at']]: OnEvent<At> } = {
  open: (state) => [state],
  'awaiting-recipient': (state, event, facts) =>
    event.type === 'recipient-changed' ? onRecipient(state, facts) : [state],
  'new-face': (state, event, facts) =>
    event.type === 'face-confirmed'
      ? pass({ ...passageOf(state), isAfterSheet: true }, facts, 'new-face')
      : [event.type === 'question-closed' ? opened(state) : state],
  'reading-orders'(state, event, facts) {
    if (event.type !== 'earlier-read') return [state];
    const { question, now } = event;
    if (question !== null) return [{ ...passageOf(state), at: 'same-again', question, now }];
    return pass(passageOf(state), facts, 'same-again');
  },
  'same-again': (state, event, facts) =>
    event.type === 'again-confirmed'
      ? pass({ ...passageOf(state), isAfterSheet: true }, facts, 'same-again')
      : [event.type === 'question-closed' ? opened(state) : state],
  'leaving-host'(state, event) {
    if (event.type === 'host-failed') return [{ ...opened(state), isHostFailed: true }];
    return [event.type === 'host-stopped' ? opened(state) : state];
  },
  'checking-fine'(state, event, facts) {
    if (event.type === 'check-failed') return [opened(state)];
    if (event.type !== 'fine-read') return [state];
    // If the amount has changed, the page shows the new one and nothing is paid.
    const isSame = event.amountUsdCents === state.amountUsdCents;
    return isSame ? pass(passageOf(state), facts, 'changed-fine') : [opened(state)];
  },
  'checking-card'(state, event, facts) {
    if (event.type === 'cards-checked') return onCards(state, facts);
    return [event.type === 'check-failed' ? opened(state) : state];
  },
};

/**
 * Decides about a press that leads to a payment: each precondition lets the press pass, stops it with an explanation, or holds it
 * until the payer or the server has answered. Pure and synchronous. A new press replaces one that is held.
 */
export function guards(state: GuardState, event: GuardEvent, facts: GuardFacts): GuardNext {
  if (event.type === 'pressed') {
    // The page is about to navigate to another host and shows a notice.
    if (state.at === 'leaving-host') return [state];
    const { turn, isHostFailed } = state;
    return pass({ turn: turn + 1, isHostFailed, press: event.press, isAfterSheet: false }, facts, null);
  }
  if ('turn' in event && event.turn !== null && event.turn !== state.turn) return [state];
  const step = STATES[state.at] as OnEvent<GuardState['at']>;
  return step(state, event, facts);
}
