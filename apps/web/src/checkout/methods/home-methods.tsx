import { GENERIC_WALLET, type SeenCard } from '@jawhara/domain';
import { useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { Ltr } from '../../ui/values.tsx';
import { WalletMark, useWalletName } from '../parts/wallet-kit.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton, useSkeleton } from '../../ui/spinner.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { cardName } from '../parts/card-name.ts';
import { MethodSection, NewCardRow, SeenCardRow } from './method-section.tsx';
import { moveInGroup } from '../parts/move-in-group.ts';
import { useNow } from '../parts/use-now.ts';
import { methodRows, recentCards } from '../machine/methods.ts';
import type { Checkout, Method, CheckoutEvent } from '../machine/checkout-state.ts';
import { ProblemNote } from './card/problem-note.tsx';
import { SavedCardRow } from './card/saved-card-row.tsx';

interface WalletRowProps {
  isChosen: boolean;
  isTabStop: boolean;
  onChoose: () => void;
}

/** This device's wallet, the first of the methods. */
function WalletRow({ isChosen, isTabStop, onChoose }: WalletRowProps) {
  const name = useWalletName();
  return (
    <button
      type="button"
      className={classes('option', isChosen && 'on')}
      role="radio"
      aria-checked={isChosen}
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
      data-testid="method-wallet"
    >
      <span className="radio" />
      <WalletMark />
      <span className="fill strong">
        <Ltr>{name}</Ltr>
      </span>
    </button>
  );
}

const LOOK_AT_CLOCK_EVERY_MS = 60_000;

interface HomeMethodsProps {
  isNumbered?: boolean;
  checkout: Checkout;
  /** This device may have saved cards: a placeholder row is shown until they are read. */
  areCardsExpected: boolean;
  onRetryCards: () => void;
  send: (event: CheckoutEvent) => void;
}

function isSame(a: Method, b: Method | null): boolean {
  if (b === null || !('card' in a) || !('card' in b)) return a.kind === b?.kind;
  return a.card.sourceId === b.card.sourceId;
}

/** The methods used before and a new card, or a new card alone. Saved cards that arrive later are placed above it. */
export function HomeMethods(props: HomeMethodsProps) {
  const { checkout, isNumbered = true, areCardsExpected, onRetryCards, send } = props;
  const titleId = useId();
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const rows = methodRows(checkout);
  const isSeen = rows.some(({ kind }) => kind === 'seen-card');
  const isWaiting = checkout.cards.kind === 'loading';
  const isWaitShown = useSkeleton(areCardsExpected && isWaiting && !isSeen);
  const hasCards = recentCards(checkout).length > 0;
  const chosen = rows.findIndex((row) => isSame(row, checkout.method));

  const row = (method: Method, index: number) => {
    const shared = {
      isChosen: index === chosen,
      isTabStop: index === Math.max(0, chosen),
      onChoose: () => send({ type: 'method-chosen', method }),
    };
    if (method.kind === 'wallet') return <WalletRow key="wallet" {...shared} />;
    if (method.kind === 'new-card') return <NewCardRow key="new-card" {...shared} />;
    if (method.kind === 'seen-card')
      return <SeenCardRow key={method.card.sourceId} card={method.card} {...shared} />;
    return (
      <SavedCardRow
        key={method.card.sourceId}
        card={method.card}
        now={now}
        {...shared}
        onUpdate={() => send({ type: 'update-pressed', sourceId: method.card.sourceId })}
      />
    );
  };

  return (
    <MethodSection
      titleId={titleId}
      isNumbered={isNumbered}
      isDone={checkout.method !== null}
      end={
        hasCards ? (
          <button
            type="button"
            className="text-link"
            onClick={() => send({ type: 'all-cards-pressed' })}
            data-testid="all-cards"
          >
            {word('saved.all')}
          </button>
        ) : undefined
      }
    >
      <MethodNews checkout={checkout} onRetryCards={onRetryCards} />
      {rows.length === 0 ? (
        <Note kind="warn">{word('method.none')}</Note>
      ) : (
        <div
          className="list"
          role="radiogroup"
          aria-labelledby={titleId}
          tabIndex={-1}
          onKeyDown={moveInGroup}
        >
          {isWaitShown && <WaitingRow />}
          {isWaiting && isSeen && <Checking />}
          {rows.map(row)}
        </div>
      )}
    </MethodSection>
  );
}

/** Messages about the payment methods: cards that could not be read, a card that is gone, a wallet that failed. */
function MethodNews({ checkout, onRetryCards }: Pick<HomeMethodsProps, 'checkout' | 'onRetryCards'>) {
  return (
    <>
      {checkout.cards.kind === 'failed' && <CardsFailed onRetry={onRetryCards} />}
      {checkout.gone !== null && <CardGone card={checkout.gone} />}
      <WalletProblem checkout={checkout} />
    </>
  );
}

/** Why the last wallet payment failed. The step where a card is typed shows why a card payment failed. */
function WalletProblem({ checkout: { stopped, offer, method } }: { checkout: Checkout }) {
  if (stopped === null || method?.kind !== 'wallet') return null;
  return (
    <div className="mb-16" data-testid="wallet-problem">
      <ProblemNote problem={stopped} payType={offer.wallet ?? GENERIC_WALLET} />
    </div>
  );
}

/** A placeholder as large as the row that will replace it. */
function WaitingRow() {
  return (
    <div className="option" role="status" data-testid="cards-loading">
      <span className="visually-hidden">{word('method.cardsLoading')}</span>
      <Skeleton width="0.88rem" height="0.88rem" round />
      <Skeleton width="1.68rem" height="1.12rem" />
      <span className="fill">
        <Skeleton width="60%" height="1.7rem" />
      </span>
    </div>
  );
}

/** Tells screen readers that the rows are not final yet. */
function Checking() {
  return (
    <span className="visually-hidden" role="status">
      {word('method.cardsChecking')}
    </span>
  );
}

/** A card that was shown here and is no longer saved. */
function CardGone({ card }: { card: SeenCard }) {
  return (
    <div className="mb-16">
      <Note kind="warn" icon="info" isLive>
        {word('method.cardGone', { card: isolatedLtr(cardName(card)) })}
      </Note>
    </div>
  );
}

function CardsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mb-16">
      <Note kind="warn">
        {word('method.cardsError')}{' '}
        <button type="button" className="text-link" onClick={onRetry} data-testid="retry-cards">
          {word('common.retry')}
        </button>
      </Note>
    </div>
  );
}
