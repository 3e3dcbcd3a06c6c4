import { accountId, usdCents, type DisplayId, type Recipient } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import type { FineToPay } from './checkout-state.ts';
import { guards, GUARDS_OF_PRESS } from './guards.ts';
import {
  gemsPurchase,
  NO_FACTS,
  OPEN,
  type GuardEffect,
  type GuardEvent,
  type GuardFacts,
  type GuardState,
  type MethodFacts,
  type PageFacts,
  type PayPress,
} from './guard-state.ts';
import { QUESTION } from './purchase/test/purchase-samples.ts';
import { CARDS, NOW, PACK } from './test/checkout-samples.ts';

const NOURA: Recipient = {
  accountId: accountId(1001),
  displayId: '50001' as DisplayId,
  nickname: 'N',
  iconUrl: null,
};
const AMOUNT = usdCents(2_000);
const FINE: FineToPay = {
  account: NOURA,
  quote: { id: 'quote', amountUsdCents: AMOUNT } as FineToPay['quote'],
};
const PRESSES = Object.keys(GUARDS_OF_PRESS) as PayPress[];

const bought = { pack: PACK, recipient: NOURA, purchase: gemsPurchase(PACK, NOURA) };
/** Everything that a page may know when an event comes. */
const PAGES: Record<string, Partial<PageFacts>> = {
  ready: bought,
  offline: { ...bought, isOnline: false },
  'a new face': { ...bought, isNewFace: true },
  'ordered before': { ...bought, hasOrdered: true },
  'a new face, ordered before': { ...bought, isNewFace: true, hasOrdered: true },
  'no recipient': { pack: PACK, hasIdField: true },
  'an id looked up': { pack: PACK, hasIdField: true, isIdPending: true, typedId: NOURA.displayId },
  'its account found': { ...bought, typedId: NOURA.displayId },
  'another id typed': { pack: PACK, hasIdField: true, isIdPending: true, typedId: '77777' },
  'no pack': { recipient: NOURA },
  'a fine': { fine: FINE },
  'a fine, offline': { fine: FINE, isOnline: false },
};
const METHODS: Record<string, MethodFacts & Pick<PageFacts, 'hasOwnButton'>> = {
  'a new card': { payType: 23, card: null, walletHost: null, hasOwnButton: false },
  'a saved card': {
    payType: 23,
    card: { sourceId: CARDS.valid13.sourceId, isSeen: false },
    walletHost: null,
    hasOwnButton: false,
  },
  'a card of the last visit': {
    payType: 23,
    card: { sourceId: CARDS.valid13.sourceId, isSeen: true },
    walletHost: null,
    hasOwnButton: false,
  },
  'a wallet': { payType: 25, card: null, walletHost: null, hasOwnButton: true },
  'a wallet on another host': { payType: 25, card: null, walletHost: 'pay.example', hasOwnButton: false },
  'no method': { payType: null, card: null, walletHost: null, hasOwnButton: false },
};

const factsOf = (page: string, method: string): GuardFacts => ({
  ...NO_FACTS,
  ...PAGES[page],
  ...(METHODS[method] as MethodFacts & PageFacts),
});
const ALL_FACTS = Object.keys(PAGES).flatMap((page) =>
  Object.keys(METHODS).map((method) => factsOf(page, method)),
);

/** Answers of the server and of the payer, each for the newest press and for an older one. */
function eventsIn({ turn }: GuardState): GuardEvent[] {
  const answers = [turn, turn - 1].flatMap((one): GuardEvent[] => [
    { type: 'earlier-read', turn: one, question: null, now: NOW },
    { type: 'earlier-read', turn: one, question: QUESTION, now: NOW },
    { type: 'host-failed', turn: one },
    { type: 'host-stopped', turn: one },
    { type: 'fine-read', turn: one, amountUsdCents: AMOUNT },
    { type: 'fine-read', turn: one, amountUsdCents: null },
    { type: 'cards-checked', turn: one },
    { type: 'check-failed', turn: one },
  ]);
  return [
    ...PRESSES.map((press): GuardEvent => ({ type: 'pressed', press })),
    { type: 'recipient-changed' },
    { type: 'face-confirmed' },
    { type: 'again-confirmed' },
    { type: 'question-closed' },
    { type: 'host-stopped', turn: null },
    ...answers,
  ];
}

/** For each state that waits for an answer: the effect that requests the answer. */
const OWED = {
  'reading-orders': 'read-earlier',
  'leaving-host': 'go-to-host',
  'checking-fine': 'read-fine',
  'checking-card': 'check-cards',
} as const satisfies { readonly [At in GuardState['at']]?: GuardEffect['do'] };

const keyOf = ({ turn: _turn, ...state }: GuardState): string => JSON.stringify(state);

function faultOfMove(from: GuardState, event: GuardEvent, facts: GuardFacts): string | null {
  const [next, ...effects] = guards(from, event, facts);
  const payments = effects.filter((effect) => effect.do === 'go-on').length;
  if (payments > 1) return 'goes on twice';
  if (payments === 1 && next.at !== 'open') return 'goes on and is held';
  if (payments === 1 && event.type !== 'pressed' && from.at === 'open') return 'goes on without a press';
  const isOld = 'turn' in event && event.turn !== null && event.turn !== from.turn;
  if (isOld && (next !== from || effects.length > 0)) return 'the answer to an older press counts';
  const owed = OWED[next.at as keyof typeof OWED] as GuardEffect['do'] | undefined;
  if (owed !== undefined && next !== from && !effects.some((effect) => effect.do === owed))
    return 'waits for an answer that nobody brings';
  const isSilent = event.type === 'pressed' && next.at === 'open' && effects.length === 0;
  return isSilent ? 'a press that does nothing' : null;
}

function isPassed(from: GuardState, facts: GuardFacts): boolean {
  return eventsIn(from).some((event) => guards(from, event, facts)[0].at === 'open');
}

describe('the guards in every state that can be reached, with all facts', () => {
  it('in every state the guards before a payment react to a press, and never block, pay twice or pay without a press', () => {
    const states = [OPEN];
    const seen = new Set([keyOf(OPEN)]);
    const faults = new Set<string>();
    for (const from of states) {
      for (const facts of ALL_FACTS) {
        if (!isPassed(from, facts)) faults.add(`no way on from ${from.at}`);
        for (const event of eventsIn(from)) {
          const fault = faultOfMove(from, event, facts);
          if (fault !== null) faults.add(`${fault}: ${event.type} in ${from.at}`);
          const [next] = guards(from, event, facts);
          if (seen.has(keyOf(next))) continue;
          seen.add(keyOf(next));
          states.push(next);
        }
      }
    }
    expect([...faults].slice(0, 5)).toEqual([]);
    expect([...new Set(states.map(({ at }) => at))].toSorted()).toEqual([
      'awaiting-recipient',
      'checking-card',
      'checking-fine',
      'leaving-host',
      'new-face',
      'open',
      'reading-orders',
      'same-again',
    ]);
  });
});

/** The effects after each of the events, and the last state. */
function play(facts: GuardFacts, ...events: readonly GuardEvent[]) {
  let state: GuardState = OPEN;
  const done: string[] = [];
  for (const event of events) {
    const [next, ...effects] = guards(state, event, facts);
    state = next;
    done.push(...effects.map((effect) => ('gap' in effect ? `${effect.do} ${effect.gap}` : effect.do)));
  }
  return { at: state.at, done, state };
}

const PAY: GuardEvent = { type: 'pressed', press: 'pay' };

describe('a press on pay', () => {
  it('a pay press that raises no question continues at once, so that a wallet can open its sheet', () => {
    expect(play(factsOf('ready', 'a wallet'), PAY).done).toEqual(['go-on']);
  });

  it.each([
    ['offline', 'offline'],
    ['no pack', 'pack'],
  ])('a pay press with an obstacle explains it and does not pay: %s', (page, gap) => {
    expect(play(factsOf(page, 'a new card'), PAY)).toMatchObject({ at: 'open', done: [`explain ${gap}`] });
  });

  it('a pay press asks about a new recipient, then about buying the same again, and then goes on', () => {
    const facts = factsOf('a new face, ordered before', 'a new card');
    const face = play(facts, PAY);
    expect(face).toMatchObject({ at: 'new-face', done: [] });
    const confirmed: GuardEvent[] = [PAY, { type: 'face-confirmed' }];
    const read: GuardEvent = { type: 'earlier-read', turn: 1, question: QUESTION, now: NOW };
    expect(play(facts, ...confirmed, read)).toMatchObject({ at: 'same-again', done: ['read-earlier'] });
    const [, ...effects] = guards(play(facts, ...confirmed, read).state, { type: 'again-confirmed' }, facts);
    expect(effects).toEqual([{ do: 'go-on', isAfterSheet: true }]);
  });

  it('a pay press with a wallet that opens only on another host goes to that host, and a failure to get there is noted', () => {
    const facts = factsOf('ready', 'a wallet on another host');
    expect(play(facts, PAY, PAY)).toMatchObject({ at: 'leaving-host', done: ['go-to-host'] });
    const failed = play(facts, PAY, { type: 'host-failed', turn: 1 });
    expect(failed.state).toMatchObject({ at: 'open', isHostFailed: true });
  });

  it('a pay press with a card known from the last visit waits for the card list, and goes on only if that card is in it', () => {
    const seen = factsOf('ready', 'a card of the last visit');
    const held = play(seen, PAY);
    expect(held).toMatchObject({ at: 'checking-card', done: ['check-cards'] });
    const read: GuardEvent = { type: 'cards-checked', turn: 1 };
    const withMethod = (method: string) => guards(held.state, read, factsOf('ready', method)).slice(1);
    expect(withMethod('a saved card')).toEqual([{ do: 'go-on', isAfterSheet: false }]);
    expect(withMethod('a new card')).toEqual([]);
  });
});

describe('a press on a fine', () => {
  it('[FIN-03] paying a fine reads its amount again, and goes on only if it equals the amount shown', () => {
    const facts = factsOf('a fine', 'a new card');
    const press: GuardEvent = { type: 'pressed', press: 'pay-fine' };
    const read = (amountUsdCents: typeof AMOUNT | null): GuardEvent => ({
      type: 'fine-read',
      turn: 1,
      amountUsdCents,
    });
    expect(play(facts, press, read(AMOUNT)).done).toEqual(['read-fine', 'go-on']);
    expect(play(facts, press, read(usdCents(2_500))).done).toEqual(['read-fine']);
  });

  it('paying a fine with a wallet button goes on at once, without reading the fine again', () => {
    expect(play(factsOf('a fine', 'a wallet'), { type: 'pressed', press: 'pay-fine' }).done).toEqual([
      'go-on',
    ]);
  });

  it('paying a fine with a card known from the last visit waits for the list of saved cards', () => {
    const facts = factsOf('a fine', 'a card of the last visit');
    const events: GuardEvent[] = [
      { type: 'pressed', press: 'pay-fine' },
      { type: 'fine-read', turn: 1, amountUsdCents: AMOUNT },
    ];
    expect(play(facts, ...events)).toMatchObject({ at: 'checking-card', done: ['read-fine', 'check-cards'] });
  });
});
