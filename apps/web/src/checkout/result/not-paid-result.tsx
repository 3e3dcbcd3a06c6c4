import type { OrderInfo } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, RESULT_BUTTONS, usdText, type GemPack, type OrderId } from '@jawhara/domain';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { PackArt } from '../../ui/pack-art.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { packTier } from '../pack-tier.ts';
import type { Ending } from '../purchase/purchase-state.ts';
import { ResultButton, type ResultActions, type ResultAmounts } from './result-button.tsx';
import { endingWords, outcomeOf } from './result-facts.ts';
import { ResultLayout } from './result-layout.tsx';

export interface NotPaidResultProps {
  orderId: OrderId;
  order: OrderInfo | null;
  ending: Ending;
  /** The next pack down, if there is one. */
  smaller: GemPack | null;
  actions: ResultActions;
}

/** A smaller pack, ready to be paid in one press. */
function Suggestion({
  pack,
  amounts,
  actions,
}: {
  pack: GemPack;
  amounts: ResultAmounts;
  actions: ResultActions;
}) {
  return (
    <section>
      <h2 className="h2 mb-16">{word('result.balance.suggest')}</h2>
      <div className="card border-2 border-solid border-primary" data-testid="suggestion">
        <div className="row wraps mb-22">
          <PackArt tier={packTier(pack.gems)} />
          <div className="fill">
            <div className="h1">{word('count.gems', { n: pack.gems })}</div>
            {pack.bonusGems > 0 && (
              <div className="small muted">{word('count.bonus', { n: pack.bonusGems })}</div>
            )}
          </div>
          <div className="h1">
            <Money cents={pack.priceUsdCents} />
          </div>
        </div>
        <ResultButton name="retry-other-amount" amounts={amounts} actions={actions} />
      </div>
    </section>
  );
}

/** The same amount with another card. */
function OtherCard({ amounts, onPress }: { amounts: ResultAmounts; onPress: () => void }) {
  return (
    <div className="list">
      <button type="button" className="option" onClick={onPress} data-testid="other-card">
        <span className="scheme grid place-items-center text-primary-ink">
          <Icon name="credit-card" />
        </span>
        <span className="fill">
          <span className="strong">{word('method.otherCard')}</span>
          {amounts.amount !== null && (
            <>
              <br />
              <span className="micro muted">
                {word('result.sameAmount', { amount: isolatedLtr(usdText(amounts.amount)) })}
              </span>
            </>
          )}
        </span>
        <Icon name="chevron-left" size="s" />
      </button>
    </div>
  );
}

const OFFERS_OTHER_CARD: readonly string[] = ['balance', 'other', 'fail'];

export function NotPaidResult({ orderId, order, ending, smaller, actions }: NotPaidResultProps) {
  const outcome = outcomeOf(ending);
  const payType = order?.payType ?? CHECKOUT_COM_CARD;
  const amounts = { amount: order?.priceUsdCents ?? null, smallerAmount: smaller?.priceUsdCents ?? null };
  const buttons = RESULT_BUTTONS[outcome]({ payType, hasSmallerPack: smaller !== null });
  return (
    <ResultLayout
      words={endingWords(ending, payType)}
      tone="alert"
      name={outcome}
      orderId={orderId}
      code={ending.kind === 'refused' ? ending.code : null}
      onClose={actions.onClose}
      assurance={
        outcome === 'balance' && (
          <span className="verified rounded-pill bg-success-soft px-22 py-6">
            <Icon name="shield-check" size="xs" />
            {word('result.balance.safe')}
          </span>
        )
      }
    >
      {outcome === 'balance' && smaller !== null && (
        <Suggestion pack={smaller} amounts={amounts} actions={actions} />
      )}
      {OFFERS_OTHER_CARD.includes(outcome) && ending.kind !== 'returned' && (
        <OtherCard amounts={amounts} onPress={actions.onOtherCard} />
      )}
      <div className="col gap-14">
        {buttons
          .filter((name) => name !== 'retry-other-amount')
          .map((name) => (
            <ResultButton key={name} name={name} amounts={amounts} actions={actions} />
          ))}
      </div>
    </ResultLayout>
  );
}
