import { messages as info } from '../../words/ar/info.po';
import { useSyncExternalStore, useState } from 'react';
import { AppBar } from '../../ui/app-bar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link, useNavigate } from '../../ui/navigation.tsx';
import { addWords, word } from '../../words/word.ts';
import { fetchOnDevice, FindOrder } from './find-order.tsx';
import { openOrderLink } from '@jawhara/contract';
import { ORDER_LINK_MINUTES } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

/** The link of a mail is used by a press, never by opening the page: mail scanners open every link, and this one works once. */
export function OpenLink({ link }: { link: string }) {
  const navigate = useNavigate();
  const [state, setState] = useState<'ready' | 'opening' | 'over' | 'failed'>('ready');

  async function open(): Promise<void> {
    setState('opening');
    const said = await call(openOrderLink, { link });
    if (said.kind === 'ok') {
      const { storedLinkedOrder } = await fetchOnDevice();
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

addWords(info);

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/**
 * The part of the address after `#`, which browsers send to no server: an order number, or the link of a mail. Null in
 * the prerendered page.
 */
function useHash(): string | null {
  return useSyncExternalStore(
    subscribeToHash,
    () => location.hash.slice(1),
    () => null,
  );
}

const LINK = /^[\w-]{22}\.[\w-]{22}$/;

function textOf(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return '';
  }
}

function OtherWays() {
  return (
    <div className="list">
      <Link className="option" href="/?page=orders">
        <Icon name="receipt-text" />
        <span className="fill strong">{word('orders.title')}</span>
        <Icon name="chevron-left" size="s" />
      </Link>
      <Link className="option" href="/feedback">
        <Icon name="message-circle" />
        <span className="fill strong">{word('contact.report')}</span>
        <Icon name="chevron-left" size="s" />
      </Link>
    </div>
  );
}

/** [ORD-22] Finds an order by its number, and opens the link that is mailed for it. */
export function OrderScreen() {
  const hash = useHash() ?? '';
  return (
    <>
      <AppBar title={word('orderFind.title')} />
      <main className="page">
        <div className="narrow col gap-16">
          <p className="only-pc display" aria-hidden="true">
            {word('orderFind.title')}
          </p>
          {LINK.test(hash) ? (
            <OpenLink key={hash} link={hash} />
          ) : (
            <FindOrder key={hash} typedBefore={textOf(hash)} />
          )}
          <OtherWays />
        </div>
      </main>
    </>
  );
}
