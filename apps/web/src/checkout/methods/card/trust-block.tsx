import '../../../words/load-card.ts';
import '../../../words/load-operator.ts';
import { cardProviderOf, PROVIDERS, type PayType } from '@jawhara/domain';
import { useOperatorFacts } from '../../../api/use-operator-facts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isolatedLtr, isolatedName } from '../../../words/isolate.ts';
import { pageLocale } from '../../../words/page-locale.ts';
import { word } from '../../../words/word.ts';

/** Between a company and its country. */
const COMMAS = { ar: '\u060c ', en: ', ' } as const;

/** Who can read the card, what the statement will show and who is paid. Unknown facts are left out. */
export function TrustBlock({ payType }: { payType: PayType }) {
  const { value: facts } = useOperatorFacts();
  const provider = cardProviderOf(payType);
  if (provider === null && facts === null) return null;
  return (
    <section className="trust" aria-label={word('trust.title')} data-testid="trust">
      {provider !== null && (
        <div className="trust-head">
          <span className="trust-icon">
            <Icon name="shield-check" />
          </span>
          <div className="fill">
            <p className="strong">{word('trust.never')}</p>
            <p className="micro muted">
              {word('trust.neverBody', { provider: isolatedLtr(PROVIDERS[provider].name) })}
            </p>
          </div>
        </div>
      )}
      {facts !== null && (
        <ul>
          <li>
            <Icon name="receipt-text" size="xs" />
            <span>{word('trust.statement', { descriptor: isolatedLtr(facts.statement_name) })}</span>
          </li>
          <li>
            <Icon name="building-2" size="xs" />
            <span>
              {word('trust.operator', {
                company: isolatedName(
                  [facts.operator_name, facts.operator_country].join(COMMAS[pageLocale()]),
                ),
              })}
            </span>
          </li>
          <li className="hint">
            <span>{word('trust.cr', { number: isolatedLtr(facts.cr_number) })}</span>
            <span>{word('trust.vat', { number: isolatedLtr(facts.vat_number) })}</span>
          </li>
        </ul>
      )}
    </section>
  );
}
