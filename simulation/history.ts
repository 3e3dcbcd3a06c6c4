import { CIRCUMSTANCES } from './actors/circumstances.ts';
import type { ActionKind } from './actors/action.ts';
import { OPERATOR_ACTIONS } from './actors/operators.ts';
import { PAYER_ACTIONS } from './actors/payers.ts';
import { PROVIDER_ACTIONS } from './actors/providers.ts';
import { WEBHOOK_ACTIONS } from './actors/webhooks.ts';
import type { Random } from './random.ts';
import { takeTurns, type Turns } from './turns.ts';
import type { World } from './world.ts';

export const ACTIONS = {
  ...PAYER_ACTIONS,
  ...PROVIDER_ACTIONS,
  ...WEBHOOK_ACTIONS,
  ...OPERATOR_ACTIONS,
  ...CIRCUMSTANCES,
} as const satisfies Record<string, ActionKind>;

export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

export interface Action extends Turns {
  readonly name: ActionName;
  readonly which: number;
  readonly how: number;
}

const FIRST_ACTIONS: readonly ActionName[] = [
  'pay',
  'pay',
  'pay',
  'pay',
  'open a wallet sheet',
  'pay a fine',
];
const ALWAYS_DRAWN: readonly ActionName[] = ['a webhook arrives', 'time passes'];
const CHOICES = 24;
/**
 * The first actions of a history. Of eight, one breaks delivery, and two deliver by a remote service, one of them by a failing
 * one.
 */
const OPENINGS: readonly (readonly ActionName[])[] = [
  ['delivery breaks or is mended'],
  ['gems are delivered by a remote service'],
  ['gems are delivered by a remote service', 'the gem service changes'],
  [],
  [],
  [],
  [],
  [],
];

/** Groups of actions that find faults only in combination. Two of three histories draw the actions of one group most often. */
const SUBJECTS: readonly (readonly ActionName[])[] = [
  ['a second charge', 'a refund in the dashboard', 'a refund fails', 'operator sends back'],
  ['a partial capture', 'a refund in the dashboard', 'a refund fails', 'operator releases'],
  ['a dispute', 'a dispute of a part is announced', 'a dispute moves on', 'operator refunds'],
  ['pay a fine', 'a dispute', 'a dispute moves on', 'operator lifts a ban', 'operator lifts restrictions'],
  ['pay a fine', 'the capture fails', 'a reversal is undone', 'operator returns a fine'],
  ['a webhook is lost for ever', 'a decline of an unknown payment', 'the bank decides', 'cancel'],
  ['delivery breaks or is mended', 'a dispute', 'a dispute moves on', 'ask for the money back'],
  [
    'the gem service changes',
    'a dispute',
    'a dispute moves on',
    'operator refunds',
    'a refund in the dashboard',
  ],
  ['pay with a saved card', 'answer the question about a card', 'a second charge'],
  ['a dispute', 'pay', 'pay with a saved card'],
  ['pay with a saved card', 'pay again with another card', 'a provider changes its mood', 'the bank decides'],
  ['the gem service is removed or added back', 'the gem service changes', 'ask for the money back'],
  ['the app bans an account', 'a dispute', 'pay a fine'],
  ['the next answer of a provider is lost', 'pay', 'pay again with another card', 'the bank decides'],
  ['a part of a return is reported', 'a refund in the dashboard', 'a dispute'],
  ['a return that names no payment', 'a second charge', 'a dispute moves on', 'operator refunds'],
  ['order the same again', 'agree in the wallet sheet'],
  ['order the same again', 'cancel', 'the bank decides'],
];
const SUBJECT_WEIGHT = 8;

/** A card that its provider saves: the choice of 'approve and save' among CARDS. */
const SAVED_CARD_HOW = 3;
/** Some groups need a first order of their own: without a saved card, or an open wallet sheet, their actions have nothing to act on. */
const SUBJECT_OPENINGS: Partial<Record<ActionName, { readonly name: ActionName; readonly how?: number }>> = {
  'pay with a saved card': { name: 'pay', how: SAVED_CARD_HOW },
  'agree in the wallet sheet': { name: 'open a wallet sheet' },
};

/**
 * Draws the actions of a history. It starts with a payment, which the actions of OPENINGS may precede. Each history leaves out
 * some kinds of action, every third one most of them, so that the others meet more often.
 */
export function drawHistory(random: Random): Action[] {
  const drawnOfThree = random.below(3) === 0 ? 1 : 2;
  const subject = random.below(3) === 0 ? [] : random.pick(SUBJECTS);
  const isAlwaysDrawn = (name: ActionName): boolean => ALWAYS_DRAWN.includes(name) || subject.includes(name);
  const names = ACTION_NAMES.filter((name) => random.below(3) < drawnOfThree || isAlwaysDrawn(name));
  const drawnFrom = names.flatMap((name) => {
    const times = ACTIONS[name].weight * (subject.includes(name) ? SUBJECT_WEIGHT : 1);
    return Array.from({ length: times }, () => name);
  });
  const needed =
    random.below(4) === 0 ? undefined : subject.map((name) => SUBJECT_OPENINGS[name]).find(Boolean);
  const first = needed ?? { name: random.pick(FIRST_ACTIONS) };
  const before = random.pick(OPENINGS);
  const opening: readonly { readonly name: ActionName; readonly how?: number }[] = [
    ...before.map((name) => ({ name })),
    first,
  ];
  return Array.from({ length: 8 + random.below(14) }, (_, number) => ({
    name: opening[number]?.name ?? random.pick(drawnFrom),
    which: random.below(CHOICES),
    how: opening[number]?.how ?? random.below(CHOICES),
    turns: random.below(3) === 0 ? random.below(12) : null,
    order: random.below(2) === 0 ? 0 : 1 + random.below(1_000_000),
    diesAt: random.below(8) === 0 ? random.below(12) : null,
  }));
}

async function registerOrders(world: World): Promise<void> {
  const rows = await world.db<{ id: string }[]>`select id from orders order by created_at, id`;
  for (const { id } of rows) world.nameOf(id);
}

export interface PlayedAction {
  /** False if there was no object to act on. */
  readonly isStarted: boolean;
  /** Whether the state of the world may have changed. */
  readonly hasMoved: boolean;
}

export async function playAction(world: World, action: Action): Promise<PlayedAction> {
  await registerOrders(world);
  const isStarted = await ACTIONS[action.name].start(world, action.which, action.how);
  await world.scheduler.settle();
  const turns = await takeTurns(world, action);
  return { isStarted, hasMoved: isStarted || turns > 0 };
}
