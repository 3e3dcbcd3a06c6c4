import '../../words/load-operator.ts';
import { useOperatorFacts } from '../../api/use-operator-facts.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** Who sold it, under which tax number. Absent until it is known. */
export function SellerPair() {
  const { value: facts } = useOperatorFacts();
  if (facts === null) return null;
  return (
    <div>
      <dt>{word('receipt.seller')}</dt>
      <dd data-testid="seller">
        <bdi>{facts.operator_name}</bdi>
        <div className="micro hint">{word('trust.vat', { number: isolatedLtr(facts.vat_number) })}</div>
      </dd>
    </div>
  );
}
