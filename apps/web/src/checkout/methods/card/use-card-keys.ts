import { useEffect, useEffectEvent } from 'react';
import { cardFieldsLeft, nextCardField, type CardField, type CardFieldStates } from '@jawhara/domain';
import { showToast } from '../../../ui/toast.ts';
import { NOTHING_TYPED, type CheckoutEvent } from '../../machine/checkout-state.ts';
import { useFieldKeys, type UsedCardFields } from './use-card-fields.ts';

/**
 * Whether the page has its layout for wide screens. Decided at the first paint; a window resized across the limit reloads the
 * page.
 */
export function isPc(): boolean {
  return document.documentElement.classList.contains('pc');
}

/**
 * Focuses the first field once, when the fields are ready. A payer who is sent back to a certain field gets the focus there
 * instead.
 */
export function useFirstFocus(isReady: boolean, isWanted: boolean, focus: () => void): void {
  const begin = useEffectEvent(() => {
    if (isWanted) focus();
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);
}

interface CardKeys {
  fields: UsedCardFields;
  states: CardFieldStates;
  /** Each field reports by itself and can be focused. */
  hasSplitFields: boolean;
  /** The sentence why paying has to wait; null when it has not. */
  held: string | null;
  /** The fields are ready and the network is up: only input is missing. */
  mayAsk: boolean;
  focusHolder: () => void;
  onPrompt: () => void;
  dispatch: (event: CheckoutEvent) => unknown;
}

/** Moves the focus from a completed field to the next, and starts the payment on Enter or the button. */
export function useCardKeys(keys: CardKeys) {
  const { fields, states, hasSplitFields, held, mayAsk } = keys;
  const focusOn = (field: CardField | null | undefined): void => {
    if (field === 'holder') keys.focusHolder();
    else if (field) fields.focus(field);
  };
  /** Shows what is missing, and focuses the first such field. */
  const ask = (): void => {
    const isSaidInPlace = mayAsk && hasSplitFields;
    if (held !== null && !isSaidInPlace) showToast(held, 'info');
    if (!mayAsk) return;
    keys.onPrompt();
    if (hasSplitFields) focusOn(cardFieldsLeft(states)[0]);
    else fields.showFaults();
  };
  const press = (): void => {
    if (held !== null) return ask();
    // The machine ignores the press while it pays, or behind another screen.
    keys.dispatch({
      type: 'confirm-pressed',
      inputs: { ...NOTHING_TYPED, fields: states },
      now: new Date(),
    });
  };
  useFieldKeys(fields, { onWhole: (field) => focusOn(nextCardField(states, field)), onEnter: press });
  return { ask, press };
}
