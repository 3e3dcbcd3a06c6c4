import { messages as info } from '../../words/ar/info.po';
import { useSyncExternalStore } from 'react';
import { AppBar } from '../../ui/app-bar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { addWords, word } from '../../words/word.ts';
import { FindOrder } from './find-order.tsx';
import { OpenLink } from './open-link.tsx';

addWords(info);

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The part behind `#`, which no server is sent: an order number, or the link of a mail. Null in the prerendered page. */
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
