import { readOperatorFacts, type OperatorFacts } from '@jawhara/contract';
import { storedOperatorFacts } from '../browser/storage/stored-operator-facts.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import { pageLocale } from '../words/page-locale.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';
import { useQuery, type QueryResult } from './use-query.ts';

const KEY = 'operator-facts';
const FRESH_MS = 60 * 60_000;

async function askForFacts(): Promise<CallAnswer<OperatorFacts>> {
  const language = pageLocale();
  const told = await call(readOperatorFacts, { language });
  if (told.kind === 'ok') storedOperatorFacts[language].write(told.value);
  return told;
}

/** Who runs the shop and what its legal texts promise: as told now, else as last told on this device. */
export function useOperatorFacts(): QueryResult<OperatorFacts> {
  const kept = useStored(storedOperatorFacts[pageLocale()]);
  const told = useQuery(KEY, askForFacts, FRESH_MS);
  return { ...told, value: told.value ?? kept };
}
