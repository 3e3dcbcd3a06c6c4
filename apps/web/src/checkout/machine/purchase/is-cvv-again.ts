import type { EntryProblem } from './purchase-state.ts';

/** The bank did not accept the CVV: the step asks for nothing else, and is called so. */
export function isCvvAgain(problem: EntryProblem | null): boolean {
  return problem?.kind === 'field-refused' && problem.field === 'cvv';
}
