import type { OrderInfo } from '@jawhara/contract';
import {
  CHECKOUT_COM_CARD,
  RESULT_BUTTONS,
  usdText,
  type DeclineReason,
  type GemPack,
  type OrderId,
} from '@jawhara/domain';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { PackArt } from '../../ui/pack-art.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { packTier } from '../pack-tier.ts';
import type { Ending } from '../purchase/purchase-state.ts';
import { DECLINE_WORDS } from './decline-words.ts';
import { ExpiredCard } from './expired-card.tsx';
import { NextStepRow } from './next-step-row.tsx';
import { ResultButton, type ResultActions, type ResultAmounts } from './result-button.tsx';
import { declineOfEnding, endingWords, outcomeOf } from './result-facts.ts';
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
  nickname,
  amounts,
  actions,
}: {
  pack: GemPack;
  nickname: string | null;
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
            <div className="small muted">
              {nickname !== null && (
                <span className="inline-block">{word('pay.to', { name: isolatedName(nickname) })}</span>
              )}
              {nickname !== null && pack.bonusGems > 0 && ' · '}
              {pack.bonusGems > 0 && word('count.bonus', { n: pack.bonusGems })}
            </div>
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

/** Only on an order that the server calls refused. */
function NothingPaid() {
  return (
    <span className="verified rounded-pill bg-success-soft px-22 py-6">
      <Icon name="shield-check" size="xs" />
      {word('result.balance.safe')}
    </span>
  );
}

/** The same amount with another card. */
function OtherCard({ amounts, onPress }: { amounts: ResultAmounts; onPress: () => void }) {
  return (
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
  );
}

/** The reason in plain words, where it says more than the panel's own sentence does. */
function reasonSentence(reason: DeclineReason, tip: string): string | null {
  const sentence = word(DECLINE_WORDS[reason]);
  return reason === 'unknown' || sentence === tip ? null : sentence;
}

export function NotPaidResult({ orderId, order, ending, smaller, actions }: NotPaidResultProps) {
  const outcome = outcomeOf(ending);
  const payType = order?.payType ?? CHECKOUT_COM_CARD;
  const amounts = { amount: order?.priceUsdCents ?? null, smallerAmount: smaller?.priceUsdCents ?? null };
  const buttons = RESULT_BUTTONS[outcome]({ payType, hasSmallerPack: smaller !== null });
  const words = endingWords(ending, payType);
  const decline = declineOfEnding(ending, payType);
  const reason = decline === null ? null : reasonSentence(decline.reason, words.tip);
  return (
    <ResultLayout
      words={words}
      tone="alert"
      name={outcome}
      orderId={orderId}
      code={ending.kind === 'refused' ? ending.code : null}
      onClose={actions.onClose}
      assurance={outcome === 'balance' && <NothingPaid />}
    >
      {reason !== null && (
        <Note kind="warn" icon="info">
          <span data-testid="reason">{reason}</span>
        </Note>
      )}
      {outcome === 'expire' && <ExpiredCard orderId={orderId} />}
      {outcome === 'balance' && smaller !== null && (
        <Suggestion
          pack={smaller}
          nickname={order?.recipient.nickname ?? null}
          amounts={amounts}
          actions={actions}
        />
      )}
      {ending.kind !== 'returned' && (
        <div className="list">
          {decline !== null && (
            <NextStepRow nextStep={decline.nextStep} buttons={buttons} onPayAgain={actions.onRetry} />
          )}
          <OtherCard amounts={amounts} onPress={actions.onOtherCard} />
        </div>
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
