import { wishRefund } from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { Note } from '../../ui/note.tsx';
import { formatDate } from '../../words/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { ReportLink } from './waiting-results.tsx';
import { withPart } from './with-name.tsx';

export interface LateGemsProps {
  orderId: OrderId;
  isOverdue: boolean;
  /** When the money was asked for, as the server told when the page came. */
  wishedAt: Date | null;
}

type Choice =
  | { readonly kind: 'open' | 'wait' | 'asking' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'wished'; readonly at: Date };

async function askForMoney(orderId: OrderId): Promise<Choice> {
  const answer = await call(wishRefund, { orderId });
  if (answer.kind === 'ok') return { kind: 'wished', at: answer.value.wishedAt };
  const sentence = answer.kind === 'refused' ? answer.message : word('result.track.wishFailed');
  return { kind: 'failed', sentence };
}

/** Paid, and no gems: that we are after them, and once they are overdue, that the money can come back instead. */
export function LateGems({ orderId, isOverdue, wishedAt }: LateGemsProps) {
  const [chosen, setChosen] = useState<Choice>({ kind: 'open' });
  const choice: Choice = wishedAt === null ? chosen : { kind: 'wished', at: wishedAt };
  async function ask(): Promise<void> {
    setChosen({ kind: 'asking' });
    setChosen(await askForMoney(orderId));
  }
  if (choice.kind === 'wished') return <Wished orderId={orderId} at={choice.at} />;
  if (isOverdue && choice.kind !== 'wait')
    return <Overdue choice={choice} onRefund={() => void ask()} onWait={() => setChosen({ kind: 'wait' })} />;
  return (
    <>
      <Note kind="warn" icon="clock" isLive>
        {withPart(<Ltr>{orderNumber(orderId)}</Ltr>, (order) => word('result.track.late', { order }))}
      </Note>
      <ReportLink orderId={orderId} />
    </>
  );
}

interface OverdueProps {
  choice: Choice;
  onRefund: () => void;
  onWait: () => void;
}

function Overdue({ choice, onRefund, onWait }: OverdueProps) {
  return (
    <>
      <Note kind="warn" icon="clock" isLive>
        {word('result.track.overdue')}
      </Note>
      {choice.kind === 'failed' && <Note kind="error">{choice.sentence}</Note>}
      <div className="col gap-14">
        <Button
          variant="soft"
          icon="rotate-ccw"
          busy={choice.kind === 'asking'}
          onPress={onRefund}
          testId="wish-refund"
        >
          {word('result.track.refund')}
        </Button>
        <Button variant="outline" onPress={onWait} testId="wait-for-gems">
          {word('result.track.wait')}
        </Button>
      </div>
    </>
  );
}

/** A person gives the money back; who wants to add something writes a report about the order. */
function Wished({ orderId, at }: { orderId: OrderId; at: Date }) {
  return (
    <>
      <Note icon="rotate-ccw" isLive>
        {word('result.track.wished', { date: isolatedLtr(formatDate(at)) })}
      </Note>
      <ReportLink orderId={orderId} />
    </>
  );
}
