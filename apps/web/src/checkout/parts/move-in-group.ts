import { LOCALES } from '@jawhara/domain';
import type { KeyboardEvent } from 'react';
import { pageLocale } from '../../words/word.ts';

/** The direction of the next element: left in Arabic, right in English. */
const STEPS: Readonly<Record<'rtl' | 'ltr', Readonly<Record<string, number>>>> = {
  rtl: { ArrowLeft: 1, ArrowDown: 1, ArrowRight: -1, ArrowUp: -1 },
  ltr: { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
};

/** Arrow keys inside a group of radio buttons move the focus and press, as users expect. */
export function moveInGroup(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[LOCALES[pageLocale()].direction][event.key];
  if (step === undefined) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = radios.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  const next = radios[(at + step + radios.length) % radios.length];
  next?.focus();
  next?.click();
}
