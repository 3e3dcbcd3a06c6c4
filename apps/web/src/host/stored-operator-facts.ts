import { parse, readOperatorFacts, type OperatorFacts } from '@jawhara/contract';
import { stored } from './stored.ts';

/** Who runs the shop, as last told: the legal texts can be read without a network. */
export const storedOperatorFacts = stored<OperatorFacts>({
  key: 'operator_facts',
  parse: (json) => {
    const reading = parse(readOperatorFacts.answer, json);
    return reading.kind === 'parsed' ? reading.value : null;
  },
  format: (facts) => readOperatorFacts.answer.write(facts),
});
