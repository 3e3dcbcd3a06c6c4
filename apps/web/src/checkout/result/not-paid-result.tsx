import type { OrderInfo } from '@jawhara/contract';
import {
  expiryStanding,
  isWallet,
  isPaid,
  cardHabitsFor,
  isMoneyOpen,
  usdText,
  type SavedCard,
  type KnownMoney,
  type OrderId,
  type PayType,
  type GemPack,
  type CardFace,
} from '@jawhara/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Ltr, Money } from '../../ui/values.tsx';
import { SchemeMark } from '../../ui/marks.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { useSentCard } from '../machine/sent-cards.ts';
import { cardName, methodName } from '../parts/card-name.ts';
import { CheckButton, type CheckAnswer } from '../parts/check-button.tsx';
import { withName } from '../parts/order-head.tsx';
import { MoneyLine, ResultLayout, type ResultActions } from './result-layout.tsx';
import { useOrderNow } from '../../api/use-order.ts';
import { goToPage } from '../../browser/page-address.ts';
import type { Ending } from '../machine/purchase/purchase-state.ts';
import { DeclineButton, DeclineOption, type DeclineButtonProps } from './decline-panel/decline-actions.tsx';
import { notPaidTemplate, offeredTemplate, type DeclinePanel } from './decline-panel/decline-panel.ts';
import { useRefusedCardOf, useSavedCardOf } from '../../api/use-saved-cards.ts';
import { useNow } from '../parts/use-now.ts';

interface RefusedOrderProps {
  order: OrderInfo;
  /** Null: the card was typed, and a typed card that was refused is not saved. */
  card: SavedCard | null;
  /** The card as its fields or the server describe it; null where neither does. */
  face: CardFace | null;
  /** The bank says that the card has expired: its date is shown instead of the goods. */
  isDateShown: boolean;
  now: Date;
}

function DateLine({ card, now }: { card: SavedCard; now: Date }) {
  const date = isolatedLtr(card.expiry);
  const isPast = expiryStanding(card.expiry, now).kind === 'expired';
  return (
    <span className="micro text-warning-ink" data-testid="expired-card">
      {isPast ? word('result.expire.past', { date }) : word('result.expire.kept', { date })}
    </span>
  );
}

function UsedMark({ payType, scheme }: { payType: PayType; scheme: string | null }) {
  if (scheme === 'visa' || scheme === 'mastercard') return <SchemeMark scheme={scheme} />;
  return (
    <span className="scheme grid place-items-center text-primary-ink">
      <Icon name={isWallet(payType) ? 'smartphone' : 'credit-card'} />
    </span>
  );
}

/** The refused card, and the order that it was to pay. */
function RefusedOrder({ order, card, face, isDateShown, now }: RefusedOrderProps) {
  const { nickname } = order.recipient;
  return (
    <div className="list" data-testid="refused-order">
      <div className="option">
        <UsedMark payType={order.payType} scheme={face?.scheme ?? null} />
        <span className="fill">
          <span className="strong">
            {face === null ? methodName(order.payType) : <Ltr>{cardName(face)}</Ltr>}
          </span>
          <br />
          {isDateShown && card !== null ? (
            <DateLine card={card} now={now} />
          ) : (
            <span className="micro muted">
              {order.purpose === 'fine' ? (
                withName(nickname, (name) => word('fine.summary', { name }))
              ) : (
                <>
                  <span className="whitespace-nowrap">{word('count.gems', { n: order.gems })}</span>{' '}
                  {withName(nickname, (name) => word('pay.to', { name }))}
                </>
              )}
            </span>
          )}
        </span>
        <span className="h2">
          <Money cents={order.priceUsdCents} />
        </span>
      </div>
    </div>
  );
}

/** Whether the money was taken may be unknown at first and known soon, so the page asks again. */
const ASK_AGAIN_AFTER_MS = 10_000;

interface MoneyCheck {
  readonly money: KnownMoney | null;
  /** The order was given up and paid after all: this panel is no longer true. */
  readonly isPaidAfterAll: boolean;
  /** The answer to the payer's own check. */
  readonly answer: CheckAnswer;
  readonly onCheck: () => void;
}

/** The server's report about the money of this order, fetched again: an earlier report may be from before the decision. */
function useKnownMoney(orderId: OrderId): MoneyCheck {
  const { value, problem, retry } = useOrderNow(orderId);
  const [requestedAt, setRequestedAt] = useState<readonly unknown[] | null>(null);
  const refetch = useEffectEvent(retry);
  const isUnknown = value?.money === 'unknown' || value?.money === 'none-yet';
  useEffect(() => {
    if (!isUnknown) return undefined;
    const timer = setInterval(() => refetch(), ASK_AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [isUnknown]);
  const isAwaited = requestedAt !== null && requestedAt[0] === value && requestedAt[1] === problem;
  return {
    money: value?.money ?? null,
    isPaidAfterAll: value !== null && isPaid(value.state),
    answer: requestedAt === null ? null : isAwaited ? 'awaited' : problem === null ? 'nothing-new' : 'failed',
    onCheck() {
      setRequestedAt([value, problem]);
      retry();
    },
  };
}

const LOOK_AT_CLOCK_EVERY_MS = 60_000;

interface NotPaidResultProps {
  orderId: OrderId;
  order: OrderInfo | null;
  /** The order's pay type, or the shop's usual one while the order is not read yet. */
  payType: PayType;
  ending: Ending;
  /** The next cheaper pack, if there is one. */
  smaller: GemPack | null;
  hasWallet: boolean;
  actions: ResultActions;
}

/**
 * The result of a payment that failed: what happened and why, whether money was taken, the card and the order, the action most
 * likely to help, other actions, close.
 */
export function NotPaidResult({
  orderId,
  order,
  payType,
  ending,
  smaller,
  hasWallet,
  actions,
}: NotPaidResultProps) {
  const template = notPaidTemplate(ending, payType, order?.purpose);
  const card = useSavedCardOf(orderId);
  const sent = useSentCard(orderId);
  const reported = useRefusedCardOf(card === null && sent === null ? orderId : null);
  const face = card ?? sent ?? reported;
  const check = useKnownMoney(orderId);
  const { money, isPaidAfterAll } = check;
  // The page of the order reads the order again, and shows that it was paid.
  useEffect(() => {
    if (isPaidAfterAll) goToPage(`/pay-step?order_id=${orderId}`, 'replace');
  }, [isPaidAfterAll, orderId]);
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const amount = order?.priceUsdCents ?? null;
  const returned = {
    amount: amount === null ? '' : isolatedLtr(usdText(amount)),
    card: face === null ? methodName(payType) : isolatedLtr(cardName(face)),
  };
  const facts = {
    hasSmallerPack: smaller !== null,
    updatesDate: cardHabitsFor(payType)?.updatesExpiry === true,
    isTyped: card === null,
    isMoneyOpen: isMoneyOpen(money, ending.kind === 'refused' ? 'bank' : 'nobody'),
    hasWallet,
  };
  const offered = 'fix' in template ? offeredTemplate(template, facts) : null;
  return (
    <ResultLayout
      words={{
        title: word(template.title),
        // The sentence about the money contains the reason too.
        tip: money === 'none-yet' ? null : word((offered ?? template).sentence),
        hint: 'hint' in template && template.hint !== undefined ? word(template.hint) : null,
        medal: template.medal,
      }}
      tone="alert"
      name={ending.kind === 'refused' ? ending.outcome : 'fail'}
      orderId={orderId}
      code={ending.kind === 'refused' ? ending.code : null}
      onClose={actions.onClose}
      assurance={<MoneyLine money={money} returned={returned} />}
      closes={offered?.closes ?? 'close'}
    >
      {order !== null && (
        <RefusedOrder
          order={order}
          card={card}
          face={face}
          isDateShown={template.title === 'result.expire.title'}
          now={now}
        />
      )}
      {offered !== null && (
        <WhatToDo template={offered} {...{ orderId, amount, smaller, actions, money }} check={check} />
      )}
    </ResultLayout>
  );
}

interface WhatToDoProps extends Pick<NotPaidResultProps, 'orderId' | 'smaller' | 'actions'> {
  template: DeclinePanel;
  amount: OrderInfo['priceUsdCents'] | null;
  money: KnownMoney | null;
  check: DeclineButtonProps['check'];
}

function WhatToDo({ template, orderId, amount, smaller, actions, money, check }: WhatToDoProps) {
  return (
    <>
      <DeclineButton fix={template.fix} {...{ amount, smaller, actions, check }} />
      {template.ways.length > 0 && (
        <div className="list">
          {template.ways.map((way) => (
            <DeclineOption
              key={way}
              way={way}
              orderId={orderId}
              smaller={smaller?.priceUsdCents ?? null}
              actions={actions}
            />
          ))}
        </div>
      )}
      {money === 'none-yet' && <CheckButton answer={check.answer} onCheck={check.onCheck} />}
    </>
  );
}
