import { updateSavedCard, type ClientFailure, type OrderInfo } from '@jawhara/contract';
import {
  cardHabitsFor,
  payTypeOfSource,
  questionAfter,
  type OrderId,
  type PayType,
  type SavedCard,
  type QuestionConsent,
} from '@jawhara/domain';
import { useEffect, useEffectEvent, useState, useId } from 'react';
import { isolatedLtr } from '../../words/isolate.ts';
import { word, pageLocale } from '../../words/word.ts';
import type { CallFailure } from '../../api/call-answer.ts';
import { call } from '../../api/call.ts';
import { keepCardOfOrder, reloadSavedCards, useSavedCards } from '../../api/use-saved-cards.ts';
import {
  storedLastOrderId,
  storedLastPayCard,
  storedLastPayType,
  storedRememberPrompted,
} from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { usePageScope, type PageScope } from '../../page-scope.ts';
import { showToast } from '../../ui/toast.ts';
import { useCheckout } from '../machine/use-checkout.ts';
import { usedCardOf, type CardFetch } from './card-fetch.ts';
import { cardToRemember, lastUsedCard } from '../machine/remember-card.ts';
import type { CardsRead, CheckoutState } from '../machine/checkout-state.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Ltr } from '../../ui/values.tsx';
import { SchemeMark } from '../../ui/marks.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { cardName } from '../parts/card-name.ts';

const SENTENCES: { readonly [Failure in ClientFailure]: () => string } = {
  timeout: () => word('net.timeout'),
  'no-response': () => word('net.error'),
  'set-up-failure': () => word('net.setup'),
  // Its sentence is loaded with the bridge, without which this failure cannot happen.
  'bridge-failure': () => word('net.bridge'),
  'bridge-network': () => word('net.error'),
  'bridge-security': () => word('err.security'),
  aborted: () => word('net.aborted'),
};

/** A failure in the payer's words. The body of an HTTP failure is for the log, never for the screen. */
export function failureSentence(failure: CallFailure): string {
  if (typeof failure === 'string') return SENTENCES[failure]();
  return word('net.http', { code: isolatedLtr(String(failure.status)) });
}

/** The question whether to save the card that has just paid. */
type CardQuestion =
  | { readonly kind: 'none' }
  /** A card was typed, and its provider has not reported it yet. */
  | { readonly kind: 'awaited' }
  | { readonly kind: 'asked'; readonly card: SavedCard; readonly isSaving: boolean }
  | { readonly kind: 'saved'; readonly card: SavedCard };

interface PayerAnswer {
  readonly orderId: OrderId;
  readonly card: SavedCard;
  readonly isSaved: boolean;
}

function useCardsRead(): CardsRead {
  const { value, problem } = useSavedCards();
  if (value !== null) {
    return {
      kind: 'ready',
      cards: value.flatMap((source) => (source.kind === 'saved-card' ? [source.card] : [])),
    };
  }
  return { kind: problem === null ? 'loading' : 'failed' };
}

/**
 * True once the list was read after the card became known: only this list shows whether the card was saved long ago.
 */
function useIsReread(orderId: OrderId, isCardKnown: boolean): boolean {
  const page = usePageScope();
  const [rereadFor, setRereadFor] = useState<OrderId | null>(null);
  useEffect(() => {
    let isGone = false;
    void reloadSavedCards(page).then(() => {
      if (!isGone && isCardKnown) setRereadFor(orderId);
    });
    return () => {
      isGone = true;
    };
  }, [page, orderId, isCardKnown]);
  return rereadFor === orderId;
}

/** Whether the provider's own fields ask for consent to save the card. */
function asksInFields(payType: PayType): boolean {
  return cardHabitsFor(payType)?.asksInFields ?? false;
}

/** The card was typed in this visit, into fields that do not ask whether to save it. */
function isTyped(state: CheckoutState): boolean {
  if (state.at !== 'ended') return false;
  const { use, end } = state;
  if (end === null) return use?.kind === 'new-card' && !asksInFields(use.payType);
  return end.used.kind === 'loading' && !asksInFields(end.payType);
}

/** The server's answer to a "no" is not awaited: without a "yes" the server deletes the card anyway. */
function sayNo(orderId: OrderId, { sourceId }: SavedCard): void {
  storedRememberPrompted.write(orderId);
  void call(updateSavedCard, { sourceId, expiry: null, remember: 'no' });
}

/** The card becomes the preselected card only when the server has received the "yes". True when it has. */
async function sayYes(page: PageScope, orderId: OrderId, card: SavedCard): Promise<boolean> {
  const { sourceId } = card;
  const text = questionAfter(payTypeOfSource(sourceId), pageLocale());
  // A payer who presses "once more" right after a "yes" means this card.
  keepCardOfOrder(page, orderId, { ...card, isRemembered: true });
  const answer = await call(updateSavedCard, { sourceId, expiry: null, remember: text });
  if (answer.kind === 'ok') {
    storedRememberPrompted.write(orderId);
    storedLastPayCard.write(sourceId);
    storedLastPayType.write(lastUsedCard(card).payType);
    void reloadSavedCards(page);
    return true;
  }
  keepCardOfOrder(page, orderId, card);
  // If the server received the "yes" and refused it, the card is gone; if nothing arrived, the question stays.
  if (answer.kind === 'refused') storedRememberPrompted.write(orderId);
  showToast(answer.kind === 'failed' ? failureSentence(answer.failure) : answer.message, 'info');
  return false;
}

export interface UsedCardQuestion {
  readonly question: CardQuestion;
  readonly answer: (isYes: boolean) => void;
}

/** The question whether to save the card of this device's newest order, shown once. Leaving it without an answer is a no. */
export function useCardQuestion(
  orderId: OrderId,
  order: OrderInfo | null,
  fetch: CardFetch,
): UsedCardQuestion {
  const cards = useCardsRead();
  const { state } = useCheckout();
  const page = usePageScope();
  const isReread = useIsReread(orderId, fetch.kind === 'success');
  const isNewest = useStored(storedLastOrderId) === orderId;
  const isAnswered = useStored(storedRememberPrompted) === orderId;
  const [lastAnswer, setAnswer] = useState<PayerAnswer | null>(null);
  const yes = lastAnswer?.orderId === orderId ? lastAnswer : null;
  const mayAsk = isNewest && order !== null && !isAnswered;
  const cardToAskAbout = mayAsk && isReread ? cardToRemember(usedCardOf(fetch), cards) : null;

  const leave = useEffectEvent(() => {
    if (cardToAskAbout !== null && yes === null) sayNo(orderId, cardToAskAbout);
  });
  useEffect(() => () => leave(), [orderId]);

  function questionNow(): CardQuestion {
    if (yes !== null)
      return yes.isSaved
        ? { kind: 'saved', card: yes.card }
        : { kind: 'asked', card: yes.card, isSaving: true };
    if (cardToAskAbout !== null) return { kind: 'asked', card: cardToAskAbout, isSaving: false };
    const isAwaited = mayAsk && (fetch.kind !== 'failure' || isReread) && isTyped(state);
    return isAwaited ? { kind: 'awaited' } : { kind: 'none' };
  }

  return {
    question: questionNow(),
    answer(isYes) {
      if (cardToAskAbout === null || yes !== null) return;
      if (!isYes) return sayNo(orderId, cardToAskAbout);
      setAnswer({ orderId, card: cardToAskAbout, isSaved: false });
      void sayYes(page, orderId, cardToAskAbout).then((isSaved) =>
        setAnswer(isSaved ? { orderId, card: cardToAskAbout, isSaved } : null),
      );
    },
  };
}

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

/** The card that the question is about. A payer cannot agree before it is known. */
function PromptCard({ card }: { card: SavedCard | null }) {
  if (card === null) return <Skeleton width="4rem" height="0.6rem" />;
  return <Ltr>{cardName(card)}</Ltr>;
}

/**
 * Shown under the receipt, never over it, after the payment. Its space is reserved before the card is known, so that
 * nothing moves.
 */
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
