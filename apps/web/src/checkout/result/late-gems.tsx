import { orderNumber, type OrderId } from '@jawhara/domain';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { reportAddress } from '../../ui/help/report-address.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { ReportLink } from './waiting-results.tsx';

/** Paid, and no gems: that we are after them, and once they are overdue, that the money can come back instead. */
export function LateGems({ orderId, isOverdue }: { orderId: OrderId; isOverdue: boolean }) {
  const [isWaiting, setIsWaiting] = useState(false);
  if (isOverdue && !isWaiting) return <Overdue orderId={orderId} onWait={() => setIsWaiting(true)} />;
  return (
    <>
      <Note kind="warn" icon="clock" isLive>
        {word('result.track.late', { order: isolatedLtr(orderNumber(orderId)) })}
      </Note>
      <ReportLink orderId={orderId} />
    </>
  );
}

/** A person gives money back, so asking for it is a report about the order. */
function Overdue({ orderId, onWait }: { orderId: OrderId; onWait: () => void }) {
  return (
    <>
      <Note kind="warn" icon="clock" isLive>
        {word('result.track.overdue')}
      </Note>
      <div className="col gap-14">
        <a className="button soft" href={reportAddress(orderId)} target="_blank" rel="noreferrer">
          <Icon name="rotate-ccw" size="s" />
          <span>{word('result.track.refund')}</span>
        </a>
        <Button variant="outline" onPress={onWait} testId="wait-for-gems">
          {word('result.track.wait')}
        </Button>
      </div>
    </>
  );
}
