import { readFileSync } from 'node:fs';
import {
  LEGAL_LANGUAGES,
  OPERATOR_FACTS,
  promiseWords,
  type LegalLanguage,
  type LegalPromises,
  type OperatorFact,
  type OperatorFacts,
} from '@jawhara/contract';
import { usdText, type FinePrices } from '@jawhara/domain';
import * as v from 'valibot';

/** The facts in each language in which the legal texts are written. */
export type WrittenFacts = Readonly<Record<LegalLanguage, OperatorFacts>>;

/** The file of an operator: each fact is one text for all languages, or a text for each language. */
const factsFile = v.record(v.string(), v.union([v.string(), v.record(v.string(), v.string())]));

type FactsFile = v.InferOutput<typeof factsFile>;

/** Invented facts for development. */
const SAMPLE = new URL('sample-facts.json', import.meta.url);

/** Numbers that the legal texts state and the program applies. */
export interface LegalNumbers {
  readonly fines: FinePrices;
  readonly promises: LegalPromises;
}

/** Amounts and times in the legal texts are computed from the values by which the program charges and counts. */
function computedFacts({ fines, promises }: LegalNumbers): Partial<FactsFile> {
  return {
    fine_base: usdText(fines.baseUsdCents),
    delivery_limit: promiseWords('hours', promises.deliveryLimitHours),
    refund_decision_days: promiseWords('workingDays', promises.decisionWorkingDays),
  } satisfies Partial<Record<OperatorFact, FactsFile[string]>>;
}

function readFactsFile(file: string | URL): FactsFile {
  try {
    return v.parse(factsFile, JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error('OPERATOR_FACTS_FILE cannot be read as the facts of an operator', { cause });
  }
}

/**
 * Returns every fact in every language. Throws an error with the names of missing facts, so that no legal text has a
 * gap. Without a file the sample facts are used, except in a shop that takes real money, which does not start without a
 * file.
 */
export function readWrittenFacts(
  file: string | null,
  { takesRealMoney, ...numbers }: LegalNumbers & { readonly takesRealMoney: boolean },
): WrittenFacts {
  const writtenFacts = file !== null ? readFactsFile(file) : takesRealMoney ? {} : readFactsFile(SAMPLE);
  const computed = computedFacts(numbers);
  const wrong = Object.keys(writtenFacts).filter(
    (name) => !OPERATOR_FACTS.some((fact) => fact === name) || name in computed,
  );
  const factsIn = (language: LegalLanguage): OperatorFacts => {
    const texts = OPERATOR_FACTS.map((name) => {
      const fact = computed[name] ?? writtenFacts[name];
      const text = (typeof fact === 'string' ? fact : fact?.[language])?.trim() ?? '';
      if (text === '') wrong.push(typeof fact === 'object' ? `${name}.${language}` : name);
      return [name, text] as const;
    });
    return Object.fromEntries(texts) as OperatorFacts;
  };
  const facts = Object.fromEntries(LEGAL_LANGUAGES.map((language) => [language, factsIn(language)]));
  if (wrong.length === 0) return facts as WrittenFacts;
  throw new Error(
    `missing or wrong among the operator's facts (OPERATOR_FACTS_FILE): ${[...new Set(wrong)].join(', ')}. docs/operations/legal.md says what each is.`,
  );
}
