import {
  payTypeOfSource,
  questionAfter,
  type PayType,
  type QuestionConsent,
  type SavedCard,
} from '@jawhara/domain';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Ltr } from '../../ui/values.tsx';
import { SchemeMark } from '../../ui/marks.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { pageLocale } from '../../words/page-locale.ts';
import { word } from '../../words/word.ts';
import { cardName } from '../parts/card-name.ts';
import type { CardQuestion } from './use-card-question.ts';

interface RememberCardStripProps {
  question: CardQuestion;
  payType: PayType;
  onAnswer: (isYes: boolean) => void;
}

const PROMISES = {
  'remember-ar-1': () => word('dlg.remember.body'),
  'remember-without-cvv-ar-1': () => word('dlg.remember.bodyWithoutCvv'),
  'remember-en-1': () => word('dlg.remember.body'),
  'remember-without-cvv-en-1': () => word('dlg.remember.bodyWithoutCvv'),
} as const satisfies Record<QuestionConsent, () => string>;

/** Nothing can be agreed to before it is seen which card it is. */
function PromptCard({ card }: { card: SavedCard | null }) {
  if (card === null) return <Skeleton width="4rem" height="0.6rem" />;
  return <Ltr>{cardName(card)}</Ltr>;
}

/** Under the receipt, never over it, and asked after the payment. Its place is there before the card has a name, so nothing jumps. */
export function RememberCardStrip({ question, payType, onAnswer }: RememberCardStripProps) {
  const titleId = useId();
  if (question.kind === 'none') return null;
  if (question.kind === 'saved') {
    return (
      <div className="card row" role="status" data-testid="remember-saved">
        <Icon name="check" />
        <p className="fill">{word('dlg.remember.saved', { card: isolatedLtr(cardName(question.card)) })}</p>
      </div>
    );
  }
  const card = question.kind === 'asked' ? question.card : null;
  const text = questionAfter(card === null ? payType : payTypeOfSource(card.sourceId), pageLocale());
  const isBusy = card === null || (question.kind === 'asked' && question.isSaving);
  return (
    <section className="card col gap-16" aria-labelledby={titleId} data-testid="remember-card">
      <div className="row wraps">
        {card === null ? <Skeleton width="1.6rem" height="1.08rem" /> : <SchemeMark scheme={card.scheme} />}
        <div className="fill">
          <h2 className="strong" id={titleId}>
            {word('dlg.remember.title')}
          </h2>
          <p className="small muted">
            <PromptCard card={card} />
          </p>
        </div>
      </div>
      <p className="small muted">
        {PROMISES[text]()} {word('dlg.remember.how')}
      </p>
      <div className="answers">
        <Button variant="soft" busy={isBusy} onPress={() => onAnswer(true)} testId="remember-yes">
          {word('dlg.remember.yes')}
        </Button>
        <Button variant="outline" busy={isBusy} onPress={() => onAnswer(false)} testId="remember-no">
          {word('dlg.remember.no')}
        </Button>
      </div>
    </section>
  );
}
