import type { ReactNode } from 'react';
import { type UsdCents, usdText, countText, type Estimate } from '@jawhara/domain';
import { classes } from './classes.ts';
import { word } from '../words/word.ts';
import { isolatedLtr } from '../words/isolate.ts';

/** Digits, ids and Latin codes keep their order inside an Arabic sentence. "ID 5048213" is one run, not two. */
export function Ltr({ children, mono = false }: { children: ReactNode; mono?: boolean }) {
  return (
    <bdi dir="ltr" className={classes('ltr', mono && 'mono')}>
      {children}
    </bdi>
  );
}

/**
 * A nickname in any script, isolated so that it does not change the sentence's direction. One that is too long for its line is cut at
 * the end of its own direction, so that a Latin name in an Arabic list keeps its beginning.
 */
export function Name({ children, isCut = false }: { children: string; isCut?: boolean }) {
  return <bdi className={isCut ? 'cut-name' : undefined}>{children}</bdi>;
}

export function Money({ cents }: { cents: UsdCents }) {
  return <Ltr>{usdText(cents)}</Ltr>;
}

/** The plain number of gems, as on a pack. For "1,060 gems" in a sentence use word('count.gems'). */
export function Gems({ count }: { count: number }) {
  return <Ltr>{countText(count)}</Ltr>;
}

/** "ID 5048213" as one left-to-right run: two would swap inside an Arabic line. */
export function DisplayIdText({ id }: { id: string }) {
  return <Ltr>{word('common.displayId', { id })}</Ltr>;
}

function partsOf({ value, currency }: Estimate): { value: string; currency: string } {
  return { value: isolatedLtr(value), currency: word(`money.${currency}`) };
}

/** The estimate as screen readers read it: with the word "approximately" instead of the sign. */
export function approxSpoken(estimate: Estimate): string {
  return word('a11y.approx', partsOf(estimate));
}

/** "≈ 37.5 SAR" under a price in dollars: never alone, never bold, never what is charged. Nothing if there is no rate. */
export function Approx({ of: estimate }: { of: Estimate | null | undefined }) {
  if (!estimate) return null;
  return (
    <span className="micro hint" data-testid="approx">
      <span aria-hidden="true">{word('money.approx', partsOf(estimate))}</span>
      <span className="visually-hidden">{approxSpoken(estimate)}</span>
    </span>
  );
}
