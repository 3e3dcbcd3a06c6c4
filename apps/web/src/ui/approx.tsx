import type { Estimate } from '@jawhara/domain';
import '../words/load-money.ts';
import { isolatedLtr } from '../words/isolate.ts';
import { word } from '../words/word.ts';

function partsOf({ value, currency }: Estimate): { value: string; currency: string } {
  return { value: isolatedLtr(value), currency: word(`money.${currency}`) };
}

/** As it is read aloud: the sign for "about" is not. */
export function approxSpoken(estimate: Estimate): string {
  return word('a11y.approx', partsOf(estimate));
}

/** "≈ 37.5 SAR" under a price in dollars: never alone, never bold, never what is charged. Nothing where nobody can say. */
export function Approx({ of: estimate }: { of: Estimate | null | undefined }) {
  if (!estimate) return null;
  return (
    <span className="micro hint" data-testid="approx">
      <span aria-hidden="true">{word('money.approx', partsOf(estimate))}</span>
      <span className="visually-hidden">{approxSpoken(estimate)}</span>
    </span>
  );
}
