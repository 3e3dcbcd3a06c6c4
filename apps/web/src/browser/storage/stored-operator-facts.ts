import { parse, readOperatorFacts, type OperatorFacts } from '@jawhara/contract';
import type { Locale } from '@jawhara/domain';
import { stored, type Stored } from './stored.ts';

const storedUnder = (key: string): Stored<OperatorFacts> =>
  stored({
    key,
    parse: (json) => {
      const reading = parse(readOperatorFacts.answer, json);
      return reading.kind === 'parsed' ? reading.value : null;
    },
    format: (facts) => readOperatorFacts.answer.write(facts),
  });

/** Who runs the shop, as last told in each language: the legal texts can be read without a network. */
export const storedOperatorFacts: Readonly<Record<Locale, Stored<OperatorFacts>>> = {
  ar: storedUnder('operator_facts'),
  en: storedUnder('operator_facts_en'),
};
