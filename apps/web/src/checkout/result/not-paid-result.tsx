import '../../words/load-wallet.ts';
import {
  isPaid,
  type KnownMoney,
  type OrderId,
  cardHabitsFor,
  CHECKOUT_COM_CARD,
  isMoneyOpen,
  usdText,
  type GemPack,
} from '@jawhara/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OrderInfo } from '@jawhara/contract';
import { useOrderNow } from '../../api/use-order.ts';
import { goToPage } from '../../browser/page-address.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { cardName, methodName } from '../parts/card-name.ts';
import type { Ending } from '../machine/purchase/purchase-state.ts';
import { MoneyLine } from './money-line.tsx';
import { DeclineButton, type DeclineButtonProps } from './decline-panel/decline-button.tsx';
import { notPaidTemplate, offeredTemplate, type DeclinePanel } from './decline-panel/decline-panel.ts';
import { DeclineOption } from './decline-panel/decline-option.tsx';
import { RefusedOrder } from './refused-order.tsx';
import { type ResultActions, ResultLayout } from './result-layout.tsx';
import { useSavedCardOf } from './use-saved-card-of.ts';
import { useNow } from '../parts/use-now.ts';

/** Whether the money was taken may be unknown at first and known soon, so the page asks again. */
const ASK_AGAIN_AFTER_MS = 10_000;

interface MoneyCheck {
  readonly money: KnownMoney | null;
  /** The order was given up and paid after all: this panel is no longer true. */
  readonly isPaidAfterAll: boolean;
  /** The payer pressed check, and no answer has arrived since. */
  readonly isUnderWay: boolean;
  readonly onCheck: () => void;
}

/** The server's report about the money of this order, fetched again: an earlier report may be from before the decision. */
function useKnownMoney(orderId: OrderId): MoneyCheck {
  const { value, problem, retry } = useOrderNow(orderId);
  const [askedAt, setRequestedAt] = useState<readonly unknown[] | null>(null);
  const refetch = useEffectEvent(retry);
  const isUnknown = value?.money === 'unknown';
  useEffect(() => {
    if (!isUnknown) return undefined;
    const timer = setInterval(() => refetch(), ASK_AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [isUnknown]);
  return {
    money: value?.money ?? null,
    isPaidAfterAll: value !== null && isPaid(value.state),
    isUnderWay: askedAt !== null && askedAt[0] === value && askedAt[1] === problem,
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
  ending: Ending;
  /** The next pack down, if there is one. */
  smaller: GemPack | null;
  hasWallet: boolean;
  actions: ResultActions;
}

/** A template for every payment that failed: what, why, the money, which card for what, a fix, other ways, close. */
export function NotPaidResult({ orderId, order, ending, smaller, hasWallet, actions }: NotPaidResultProps) {
  const payType = order?.payType ?? CHECKOUT_COM_CARD;
  const template = notPaidTemplate(ending, payType, order?.purpose);
  const card = useSavedCardOf(orderId);
  const check = useKnownMoney(orderId);
  const { money, isPaidAfterAll } = check;
  // The order's own page reads it anew, and shows that it was paid.
  useEffect(() => {
    if (isPaidAfterAll) goToPage(`/pay-step?order_id=${orderId}`, 'replace');
  }, [isPaidAfterAll, orderId]);
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const amount = order?.priceUsdCents ?? null;
  const returned = {
    amount: amount === null ? '' : isolatedLtr(usdText(amount)),
    card: card === null ? methodName(payType) : isolatedLtr(cardName(card)),
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
        tip: word((offered ?? template).sentence),
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
          isDateShown={template.title === 'result.expire.title'}
          now={now}
        />
      )}
      {offered !== null && (
        <WhatToDo template={offered} {...{ orderId, amount, smaller, actions }} check={check} />
      )}
    </ResultLayout>
  );
}

interface WhatToDoProps extends Pick<NotPaidResultProps, 'orderId' | 'smaller' | 'actions'> {
  template: DeclinePanel;
  amount: OrderInfo['priceUsdCents'] | null;
  check: DeclineButtonProps['check'];
}

function WhatToDo({ template, orderId, amount, smaller, actions, check }: WhatToDoProps) {
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
    </>
  );
}
