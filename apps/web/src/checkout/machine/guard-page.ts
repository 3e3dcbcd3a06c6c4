import type { RepeatQuestion } from '@jawhara/contract';
import type { DisplayId, Purchase, UsdCents } from '@jawhara/domain';
import type { GuardEvent, GuardState, PageFacts, PayGap, PayPress } from './guard-state.ts';
import type { RunningCheckout } from './run-checkout.ts';

/** Goes on to the payment. `replace`: a sheet has added a history entry, which the next page replaces. */
export type GoOn = (how: { readonly replace: boolean }, machine: RunningCheckout | null) => void;

/** The facts and the effects that a page gives to its guards: the checks between a press and the payment. */
export interface GuardPage {
  readonly facts: PageFacts;
  /** Null until the machine is loaded, and on a page without one. */
  readonly machine: RunningCheckout | null;
  readonly explain: (gap: PayGap) => void;
  /** Looks up the id in the field at once, or shows what is wrong with it. */
  readonly search: () => void;
  /** [ORD-20] The order that the purchase would repeat. Synchronous where a wallet may open in this press. */
  readonly findRepeat: (goods: Purchase, now: Date) => RepeatQuestion | null | Promise<RepeatQuestion | null>;
  /** The current amount of the fine. 'unread': it could not be read, and the payer was told if the press is still wanted. */
  readonly readFine: (displayId: DisplayId, isWanted: () => boolean) => Promise<UsdCents | null | 'unread'>;
  /** False if the payer cannot be taken to that host. */
  readonly leaveForHost: (host: string) => Promise<boolean>;
}

/** Defaults for a page without an id field, a fine and a wallet on another host. */
export const PLAIN_PAGE: Omit<GuardPage, 'facts' | 'explain'> = {
  machine: null,
  search: () => undefined,
  findRepeat: () => null,
  readFine: () => Promise.resolve('unread'),
  leaveForHost: () => Promise.resolve(false),
};

export interface RunningGuards {
  readonly getState: () => GuardState;
  readonly send: (event: GuardEvent) => void;
  readonly press: (press: PayPress, goOn: GoOn) => void;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly setPage: (page: GuardPage) => void;
  readonly setIsHere: (isHere: boolean) => void;
}

export interface Guards extends Pick<RunningGuards, 'send' | 'press'> {
  readonly state: GuardState;
}

/** The question whether a new recipient is the right one, as the recipient's section of the page shows it. */
export function faceQuestion({ state, send }: Guards) {
  return {
    isOpen: state.at === 'new-face',
    onConfirm: () => send({ type: 'face-confirmed' }),
    onClose: () => send({ type: 'question-closed' }),
  };
}
