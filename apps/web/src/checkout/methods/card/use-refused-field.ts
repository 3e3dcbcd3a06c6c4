import { useEffect, useEffectEvent } from 'react';
import type { EntryProblem, RefusedField } from '../../machine/purchase/purchase-state.ts';

/**
 * The field that the bank did not accept, when the payer is back because of it. `onBack` is called once for each time, as soon
 * as the fields are there: it empties and focuses that one, and nothing else.
 */
export function useRefusedField(
  problem: EntryProblem | null,
  isReady: boolean,
  onBack: (field: RefusedField) => void,
): RefusedField | null {
  const field = problem?.kind === 'field-refused' ? problem.field : null;
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (problem?.kind === 'field-refused' && isReady) back(problem.field);
  }, [problem, isReady]);
  return field;
}
