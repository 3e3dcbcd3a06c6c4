import type { DisplayId } from '@jawhara/domain';
import { useEffect } from 'react';
import { reloadFine } from '../../api/use-fine.ts';
import { useIsAccountBack } from '../../api/use-is-account-back.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { Tracker } from '../../ui/tracker.tsx';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { PaidResultProps } from './paid-result.tsx';
import { Receipt } from './receipt.tsx';
import { RememberCardStrip } from './remember-card-strip.tsx';
import { ResultLayout, type ResultWords, withName } from './result-layout.tsx';
import { unbanOf } from './delivery-progress.tsx';
import { useAfterPaid } from './use-after-paid.ts';
import { useNow } from '../parts/use-now.ts';
import { ReportLink } from './waiting-results.tsx';

const LOOK_AT_CLOCK_EVERY_MS = 10_000;

function wordsFor(nickname: string, isBack: boolean): ResultWords {
  const title = (name: string): string => {
    if (nickname === '') return word('fine.doneTitle');
    return isBack ? word('fine.arrived', { name }) : word('fine.onTheWay', { name });
  };
  return {
    title: title(isolatedName(nickname)),
    heading: withName(nickname, title),
    tip: isBack ? word('fine.doneTitle') : word('fine.done'),
    medal: 'unban',
  };
}

/** Reads the fine again, so that the page of the fine does not show the paid amount as owed. */
function useFreshFine(displayId: DisplayId | null, isBack: boolean): void {
  useEffect(() => {
    if (displayId !== null) void reloadFine(displayId);
  }, [displayId, isBack]);
}

/** The money came; the tracker tells whether the account is back. */
export function FinePaidResult({ orderId, order, creditedAt, actions }: PaidResultProps) {
  const now = useNow(LOOK_AT_CLOCK_EVERY_MS);
  const displayId = order?.recipient.displayId ?? null;
  // The order may be at its end and the account banned all the same, by another ban.
  const isBack = useIsAccountBack(creditedAt === null ? null : displayId);
  const { nodes, isLate } = unbanOf({ orderedAt: order?.createdAt ?? null, creditedAt, isBack, now });
  const { paidWith, question, answer } = useAfterPaid(orderId, order);
  useFreshFine(displayId, isBack);
  return (
    <ResultLayout
      words={wordsFor(order?.recipient.nickname ?? '', isBack)}
      tone="status"
      name="success"
      orderId={orderId}
      isNumberShown={order !== null}
      onClose={actions.onClose}
    >
      <Card>
        <div data-testid="unban" data-arrived={isBack}>
          <Tracker nodes={nodes} />
        </div>
      </Card>
      {isLate && <ReportLink orderId={orderId} />}
      {order === null ? (
        <Skeleton width="100%" height="7.4rem" />
      ) : (
        <Receipt order={order} paidWith={paidWith} hasArrived={isBack} />
      )}
      {order !== null && <RememberCardStrip question={question} payType={order.payType} onAnswer={answer} />}
    </ResultLayout>
  );
}
