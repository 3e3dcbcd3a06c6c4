import { useOperatorFacts } from '../api/use-operator-facts.ts';
import { isolatedLtr, isolatedName } from '../words/isolate.ts';
import { word } from '../words/word.ts';

/** Parts of the page's header and footer that are loaded after the first paint: one chunk, fetched when the page is idle. */
export { LanguageChip, LanguageLine } from './language-switch.tsx';
export { Toaster } from './toaster.tsx';

/** The company's name and registration numbers. Absent until they are known. */
export function OperatorLine() {
  const { value: facts } = useOperatorFacts();
  if (facts === null) return null;
  return (
    <p className="micro" data-testid="operator">
      {word('about.company', { company: isolatedName(facts.operator_name) })}
      <br />
      <span className="lines">
        <span>{word('trust.cr', { number: isolatedLtr(facts.cr_number) })}</span>
        <span>{word('trust.vat', { number: isolatedLtr(facts.vat_number) })}</span>
      </span>
    </p>
  );
}
