import * as fc from 'fast-check';
import type { CheckoutEvent, CheckoutState } from '../checkout-state.ts';
import type { GuardEvent } from '../guard-state.ts';
import { isOnStep } from '../step-stack.ts';
import {
  BACK,
  CARDS,
  CHOOSE_WALLET,
  chooseCard,
  chooseNewCard,
  confirm,
  GIVE_UP,
  NOW,
  OTHER_CARD,
  OTHER_WALLET,
  press,
  update,
} from './checkout-samples.ts';

/** Every press of a payer, whether or not the screen shows its button now. */
export const PRESSES = {
  confirm: confirm(),
  back: BACK,
  stay: { type: 'stay-pressed' },
  'give up': GIVE_UP,
  close: { type: 'close-pressed' },
  'close the popup': { type: 'popup-closed' },
  'check again': { type: 'check-again' },
  'other provider': { type: 'other-provider-pressed' },
  'go on to the bank': { type: 'go-on-pressed' },
  'pay again': { type: 'pay-again-pressed', now: NOW },
  retry: press('retry'),
  'other card': OTHER_CARD,
  'other wallet': OTHER_WALLET,
  'choose a new card': chooseNewCard(23),
  'new card': { type: 'new-card-pressed' },
  'choose a card': chooseCard(CARDS.valid13),
  'choose the wallet': CHOOSE_WALLET,
  'update the date': update(CARDS.expired13),
  'delete a card': { type: 'delete-pressed', sourceId: CARDS.valid13.sourceId },
  'confirm the deletion': { type: 'delete-confirmed' },
  'go home': { type: 'step-named', step: 'home', sourceId: null, now: NOW },
  'go to the date': {
    type: 'step-named',
    step: 'modify-expiry',
    sourceId: CARDS.expired13.sourceId,
    now: NOW,
  },
  'close the page': { type: 'page-closed' },
  'order again': { type: 'again-confirmed' },
  'see the earlier order': { type: 'earlier-pressed' },
  'order nothing': { type: 'question-closed' },
} as const satisfies Record<string, CheckoutEvent>;

export type Press = keyof typeof PRESSES;

/** Presses that may each begin a payment. */
export const PAYS: readonly (Press | GuardedAct)[] = [
  'confirm',
  'pay again',
  'retry',
  'order again',
  'pay',
  'confirm the face',
  'pay once more',
];

/** Presses on the page of packs, which go through its guards. */
export const GUARDED = {
  pay: null,
  'confirm the face': { type: 'face-confirmed' },
  'pay once more': { type: 'again-confirmed' },
  'close the question': { type: 'question-closed' },
} as const satisfies Record<string, GuardEvent | null>;

export type GuardedAct = keyof typeof GUARDED;

/** Events around a page that are no presses. */
const HAPPENINGS = [
  'open the page',
  'come back from the bank',
  'reload',
  'the bank returns',
  'agree in the sheet',
  'close the sheet',
  'go offline',
  'go online',
  'the newest order moves',
  'the older order moves',
  'a new face is chosen',
] as const;

export type Happening = (typeof HAPPENINGS)[number];

export interface Act {
  /** Which of the two tabs. */
  readonly tab: 0 | 1;
  /** The number of scheduler tasks that run before this act. */
  readonly after: number;
  readonly what: Press | GuardedAct | Happening | 'the next step';
}

const PRESS_NAMES = [...Object.keys(PRESSES), ...Object.keys(GUARDED)] as (Press | GuardedAct)[];

/** Sequences that payers often go through. */
const HABITS: readonly (readonly Act['what'][])[] = [
  ['choose a card', 'confirm', 'confirm'],
  ['choose a new card', 'confirm', 'confirm'],
  ['go to the date', 'confirm', 'confirm'],
  ['choose the wallet', 'confirm', 'the next step', 'the next step'],
  ['choose the wallet', 'confirm', 'close the sheet', 'go home'],
  ['back', 'give up'],
  [
    'choose the wallet',
    'confirm',
    'stay',
    'close the sheet',
    'choose a card',
    'confirm',
    'confirm',
    'back',
    'give up',
  ],
  ['close the page', 'go home', 'open the page'],
  ['other provider', 'confirm', 'confirm'],
  ['reload', 'pay', 'the next step'],
  ['reload', 'pay', 'pay', 'choose a card', 'pay', 'confirm'],
  ['choose the wallet', 'pay', 'pay', 'the next step', 'the next step'],
  ['choose the wallet', 'a new face is chosen', 'pay', 'confirm the face', 'the next step', 'go home'],
  ['choose the wallet', 'pay', 'pay once more', 'pay once more', 'the next step'],
  ['a new face is chosen', 'pay', 'close the question', 'pay', 'confirm the face', 'pay once more'],
];

const tab = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0 as const) },
  { weight: 1, arbitrary: fc.constant(1 as const) },
);
const after = fc.nat({ max: 5 });

const habit: fc.Arbitrary<Act[]> = fc
  .tuple(fc.constantFrom(...HABITS), tab, fc.array(after, { minLength: 9, maxLength: 9 }))
  .map(([row, one, waits]) => row.map((what, nth) => ({ tab: one, after: waits[nth] ?? 0, what })));

const single: fc.Arbitrary<Act[]> = fc
  .record({
    tab,
    after,
    what: fc.oneof(
      { weight: 5, arbitrary: fc.constant('the next step' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...PRESS_NAMES) },
      { weight: 3, arbitrary: fc.constantFrom(...HAPPENINGS) },
    ),
  })
  .map((act) => [act]);

/** Several purchases in a row, each started before all answers of the previous purchase have arrived. */
export const habitsOnly: fc.Arbitrary<Act[]> = fc
  .array(habit, { minLength: 2, maxLength: 8, size: 'max' })
  .map((rows) => rows.flat());

/** Mostly the next step of the screen and common sequences, so that payments get far; the rest is random. */
export const payerActs: fc.Arbitrary<Act[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: habit }), {
    maxLength: 24,
    size: 'max',
  })
  .map((rows) => rows.flat());

/** The next action that the screen expects of the payer. */
export function nextStep(state: CheckoutState): Press | Happening {
  if (isOnStep(state)) {
    if (state.popup?.kind === 'give-up') return 'stay';
    return state.popup === null ? 'confirm' : 'close the popup';
  }
  if (state.at === 'left') return 'go home';
  if (state.at === 'ended') return 'pay again';
  switch (state.purchase.at) {
    case 'bank-check':
      return 'the bank returns';
    case 'sent-away':
      return 'come back from the bank';
    case 'watching':
      return 'other provider';
    case 'other-card':
      return 'confirm';
    case 'unsure':
      return 'check again';
    case 'same-again':
      return 'order again';
    case 'sheet-ready':
      return 'agree in the sheet';
    default:
      return 'stay';
  }
}
