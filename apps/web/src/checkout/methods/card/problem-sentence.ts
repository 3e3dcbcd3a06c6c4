import { word } from '../../../words/word.ts';
import type { StepProblem } from '../../machine/checkout-state.ts';

const SENTENCES: { readonly [Problem in StepProblem]: (() => string) | null } = {
  /** Said under the field. */
  'expiry-wrong': null,
  'expiry-refused': () => word('err.31073'),
  'expiry-not-updated': () => word('err.updateFailed'),
  'card-not-deleted': () => word('saved.notDeleted'),
};

/** Why the last action on a card failed; null where its own field says so. */
export function problemSentence(problem: StepProblem | null): string | null {
  return problem === null ? null : (SENTENCES[problem]?.() ?? null);
}
