import { openOrderLink } from '@jawhara/contract';
import { ORDER_LINK_MINUTES } from '@jawhara/domain';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import { FindOrder } from './find-order.tsx';

/** The link of a mail is used by a press, never by opening the page: mail scanners open every link, and this one works once. */
export function OpenLink({ link }: { link: string }) {
  const navigate = useNavigate();
  const [state, setState] = useState<'ready' | 'opening' | 'over' | 'failed'>('ready');

  async function open(): Promise<void> {
    setState('opening');
    const said = await call(openOrderLink, { link });
    if (said.kind === 'ok') {
      const { storedLinkedOrder } = await import('../../browser/storage/orders.ts');
      storedLinkedOrder.write(said.value.orderId);
      return navigate(`/pay-step?order_id=${said.value.orderId}`, { replace: true });
    }
    setState(said.kind === 'refused' && said.refusal === 'order-link-invalid' ? 'over' : 'failed');
  }

  if (state === 'over')
    return (
      <>
        <Note kind="warn" isLive>
          {word('orderFind.linkOver')}
        </Note>
        <FindOrder typedBefore="" />
      </>
    );
  return (
    <div className="card col gap-16" data-testid="order-link">
      <p>{word('orderFind.linkReady', { time: word('count.minutesOf', { n: ORDER_LINK_MINUTES }) })}</p>
      {state === 'failed' && <Note kind="error">{word('orderFind.openFailed')}</Note>}
      <Button busy={state === 'opening'} onPress={() => void open()} testId="order-open">
        {word('orderFind.view')}
      </Button>
    </div>
  );
}
