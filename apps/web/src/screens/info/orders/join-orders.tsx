import { joinOrders, type AccountFace, type OrderRow } from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { moveOrdersTo } from '../../../browser/storage/orders.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast.ts';
import { isolatedLtr, isolatedName } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import { OrderFacts } from './order-row.tsx';

interface JoinProps {
  account: AccountFace;
  earlier: readonly OrderRow[];
  now: Date;
  /** Called when the server has stored which orders the payer claims. */
  onAnswered: () => void;
}

type Sending = 'no' | 'some' | 'none';

/** Nothing is ticked at first: on a shared phone a hasty press must not claim another person's orders. */
function JoinSheet({ account, earlier, now, onAnswered, onClose }: JoinProps & { onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly OrderId[]>([]);
  const [sending, setSending] = useState<Sending>('no');
  const [isFailed, setFailed] = useState(false);
  const mine = earlier.map(({ orderId }) => orderId).filter((id) => chosen.includes(id));

  async function answerWith(orderIds: readonly OrderId[]): Promise<void> {
    setSending(orderIds.length === 0 ? 'none' : 'some');
    setFailed(false);
    const said = await call(joinOrders, { mine: [...orderIds] });
    setSending('no');
    if (said.kind !== 'ok') return setFailed(true);
    if (orderIds.length > 0) {
      moveOrdersTo(account.accountId, orderIds);
      showToast(word('orders.join.done', { n: said.value.joined }));
    }
    onAnswered();
    onClose();
  }

  return (
    <Sheet isOpen onClose={onClose} title={word('orders.join.title')}>
      <div className="col gap-16">
        <p className="small muted">{word('orders.join.body', { name: isolatedName(account.nickname) })}</p>
        <div className="list" role="group" aria-label={word('orders.join.title')}>
          {earlier.map((order) => {
            const { orderId } = order;
            const isOn = chosen.includes(orderId);
            return (
              <label key={orderId} className="option order-row" data-testid="join-choice">
                <input
                  type="checkbox"
                  className="order-pick"
                  aria-label={word('a11y.pickOrder', { order: isolatedLtr(orderNumber(orderId)) })}
                  checked={isOn}
                  onChange={() =>
                    setChosen(isOn ? chosen.filter((id) => id !== orderId) : [...chosen, orderId])
                  }
                />
                <OrderFacts of={{ orderId, order }} now={now} />
              </label>
            );
          })}
        </div>
        <p className="micro hint">{word('orders.join.shared')}</p>
        {isFailed && <Note kind="error">{word('orders.join.failed')}</Note>}
        <Button
          busy={sending === 'some'}
          held={mine.length === 0 ? word('orders.join.shared') : null}
          onPress={() => void answerWith(mine)}
          testId="join-yes"
        >
          {word('orders.join.yes', { n: mine.length })}
        </Button>
        <Button
          variant="outline"
          busy={sending === 'none'}
          onPress={() => void answerWith([])}
          testId="join-no"
        >
          {word('orders.join.no')}
        </Button>
      </div>
    </Sheet>
  );
}

/** [ORD-19] Asks which of this device's earlier orders belong to the signed-in payer; shown until it is answered. */
export function JoinStrip(props: JoinProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="card row wraps orders-join" data-testid="join-strip">
        <Icon name="smartphone" size="s" />
        <span className="fill small">{word('orders.join.strip', { n: props.earlier.length })}</span>
        <Button variant="soft" compact onPress={() => setOpen(true)}>
          {word('orders.join.review')}
        </Button>
      </div>
      {isOpen && <JoinSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
