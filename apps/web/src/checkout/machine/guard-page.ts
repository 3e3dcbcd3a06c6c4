import type { DisplayId, UsdCents } from '@jawhara/domain';
import type { GuardEvent, GuardState, PageFacts, PayGap, PayPress } from './guard-state.ts';
import type { RunningCheckout } from './run-checkout.ts';

/** Goes on to the payment. `replace`: a sheet has added a history entry, which the next page replaces. */
export type GoOn = (how: { readonly replace: boolean }, machine: RunningCheckout | null) => void;

/** The facts and the effects that a page gives to its guards. */
export interface GuardPage {
  readonly facts: PageFacts;
  /** Null until it is loaded, and on a page without it. */
  readonly machine: RunningCheckout | null;
  readonly explain: (gap: PayGap) => void;
  /** Looks the id in the field up at once, or says what is wrong with it. */
  readonly search: () => void;
  /** The amount of the fine as it is now. 'unread': it could not be read, which has been said if it is still wanted. */
  readonly readFine: (displayId: DisplayId, isWanted: () => boolean) => Promise<UsdCents | null | 'unread'>;
  /** False: the payer cannot be taken there. */
  readonly leaveForHost: (host: string) => Promise<boolean>;
}

/** A page without a field for an id, a fine and a wallet on another host. */
export const PLAIN_PAGE: Omit<GuardPage, 'facts' | 'explain'> = {
  machine: null,
  search: () => undefined,
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

/** The part of the guards that the recipient's section shows. */
export function faceQuestion({ state, send }: Guards) {
  return {
    isOpen: state.at === 'new-face',
    onConfirm: () => send({ type: 'face-confirmed' }),
    onClose: () => send({ type: 'question-closed' }),
  };
}
