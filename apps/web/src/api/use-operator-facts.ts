import { parse, readOperatorFacts, type OperatorFacts } from '@jawhara/contract';
import type { Locale } from '@jawhara/domain';
import { stored, type Stored } from '../browser/storage/stored.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import { pageLocale } from '../words/word.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';
import { useQuery, type QueryResult } from './query-cache.ts';

const storedUnder = (key: string): Stored<OperatorFacts> =>
  stored({
    key,
    parse: (json) => {
      const reading = parse(readOperatorFacts.answer, json);
      return reading.kind === 'parsed' ? reading.value : null;
    },
    format: (facts) => readOperatorFacts.answer.write(facts),
  });

/** The company's facts as last fetched in each language, so that the legal texts can be read without a network. */
const storedOperatorFacts: Readonly<Record<Locale, Stored<OperatorFacts>>> = {
  ar: storedUnder('operator_facts'),
  en: storedUnder('operator_facts_en'),
};

const KEY = 'operator-facts';
const FRESH_MS = 60 * 60_000;

async function askForFacts(): Promise<CallAnswer<OperatorFacts>> {
  const language = pageLocale();
  const answer = await call(readOperatorFacts, { language });
  if (answer.kind === 'ok') storedOperatorFacts[language].write(answer.value);
  return answer;
}

/** The facts about the company and its legal promises: current, otherwise as last seen on this device. */
export function useOperatorFacts(): QueryResult<OperatorFacts> {
  const storedFacts = useStored(storedOperatorFacts[pageLocale()]);
  const answer = useQuery(KEY, askForFacts, FRESH_MS);
  return { ...answer, value: answer.value ?? storedFacts };
}
