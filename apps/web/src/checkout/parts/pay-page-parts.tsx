import { useOperatorFacts } from '../../api/use-operator-facts.ts';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { storedPaidRecipients } from '../../browser/storage/recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { word } from '../../words/word.ts';

/** Parts of a pay page that its first paint does not need: one chunk, fetched when the page is idle. */
export { SameAgainSheet } from './same-again-sheet.tsx';

/**
 * The minimum age of a payer, shown before the first payment of this device; and that prices include VAT, where the shop has set
 * that.
 */
export function ConsentTerms() {
  const { value: facts } = useOperatorFacts();
  const config = useSiteConfig();
  const hasPaid = (useStored(storedPaidRecipients) ?? []).length > 0;
  const age = Number(facts?.minimum_age);
  return (
    <>
      {config.kind === 'ready' && config.config.isVatIncluded && (
        <span className="block">{word('pay.vatIncluded')}</span>
      )}
      {!hasPaid && Number.isInteger(age) && <span className="block">{word('legal.age', { age })}</span>}
    </>
  );
}
