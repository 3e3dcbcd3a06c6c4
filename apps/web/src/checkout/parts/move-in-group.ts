import type { KeyboardEvent } from 'react';

/** Right to left: the arrow to the left goes on, the arrow to the right goes back. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowDown: 1, ArrowRight: -1, ArrowUp: -1 };

/** Arrow keys inside a group of radio buttons: moves the focus and presses, as people expect of radios. */
export function moveInGroup(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = radios.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  const next = radios[(at + step + radios.length) % radios.length];
  next?.focus();
  next?.click();
}
