import { sorted, type Recipient } from '@jawhara/domain';
import { useQuery } from '../api/use-query.ts';
import type { Barred } from './ask-barred.ts';

const NOBODY: Barred = new Map();

/** Asked each time a list of people is shown: what was so at the last visit need not be so now. Unknown is nobody. */
export function useBarred(people: readonly Recipient[]): Barred {
  const ids = people.map(({ accountId }) => accountId);
  const key = ids.length === 0 ? null : `barred ${sorted(ids, (a, b) => a - b).join()}`;
  const ask = async () => (await import('./ask-barred.ts')).askBarred(ids);
  return useQuery<Barred>(key, ask, 0).value ?? NOBODY;
}
