import type { Recipient } from '@jawhara/domain';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ChosenRecipient } from './use-recipient.ts';

export interface OpenField {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly isShown: boolean;
  /** The field comes back with this id in it, or empty, ready to be typed over. */
  readonly reopen: (shown: Recipient | null) => void;
  /** Another recipient is chosen: the field is emptied and closed. */
  readonly close: () => void;
}

/**
 * Calls back when the focus has left the form for good. While a finger or a mouse is down, the call waits: the pressed element
 * must not move.
 */
function watchLeaving(form: HTMLFormElement, onLeft: () => void): () => void {
  let isPressed = false;
  const leave = (): void => {
    setTimeout(() => {
      if (!form.contains(document.activeElement)) onLeft();
    });
  };
  const onDown = (): void => {
    isPressed = true;
  };
  const onUp = (): void => {
    isPressed = false;
    leave();
  };
  const onOut = (): void => {
    if (!isPressed) leave();
  };
  form.addEventListener('focusout', onOut);
  document.addEventListener('pointerdown', onDown, true);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', onUp);
  return () => {
    form.removeEventListener('focusout', onOut);
    document.removeEventListener('pointerdown', onDown, true);
    document.removeEventListener('pointerup', onUp);
    document.removeEventListener('pointercancel', onUp);
  };
}

/** A recipient who is found while the field has the focus does not replace it: the card is shown when the focus leaves. */
export function useOpenField({ recipient, entry }: ChosenRecipient): OpenField {
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isShown = recipient === null || isOpen;
  useEffect(() => {
    const element = form.current;
    if (!isShown || element === null) return undefined;
    const open = (): void => setOpen(true);
    element.addEventListener('focusin', open);
    const stopWatching = watchLeaving(element, () => setOpen(false));
    if (element.contains(document.activeElement)) open();
    return () => {
      element.removeEventListener('focusin', open);
      stopWatching();
    };
  }, [isShown]);
  return {
    form,
    isShown,
    reopen: (shown) => {
      if (shown === null) entry.type('');
      else entry.show(shown);
      setOpen(true);
      setTimeout(() => {
        const input = form.current?.querySelector('input');
        input?.focus();
        input?.select();
      });
    },
    close: () => {
      entry.reset();
      setOpen(false);
    },
  };
}
