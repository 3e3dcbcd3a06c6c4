import { messages as info } from '../../words/ar/info.po';
import { readReceipt, type Receipt } from '@jawhara/contract';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { useQuery, type QueryResult } from '../../api/query-cache.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { HelpButton } from '../../ui/help/help.tsx';
import { Icon, spriteSymbol } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { addWords, word } from '../../words/word.ts';
import { ReceiptCard } from './receipt-card.tsx';
import css from './receipt.css?inline';

addWords(info);

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The part of the address after `#`, which browsers send to no server. Null in the prerendered page. */
function useLink(): string | null {
  return useSyncExternalStore(
    subscribeToHash,
    () => location.hash.slice(1),
    () => null,
  );
}

/** A link without one of its two parts is not sent, because the server would refuse it too. */
const isLinkLike = (link: string | null): link is string => link !== null && /^[\w-]+\.[\w-]+$/.test(link);

/** Read again each time the page is opened: a receipt shows the present state of its order. */
function useReceipt(link: string | null): QueryResult<Receipt> {
  const key = isLinkLike(link) ? `receipt ${link}` : null;
  return useQuery(key, () => call(readReceipt, { link: link ?? '' }), 0);
}

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast(word('receiptPage.linkCopied'));
  } catch {
    showToast(address, 'copy'); // without a clipboard the text can still be read
  }
}

function Actions({ address }: { address: string }) {
  return (
    <div className="receipt-actions off-paper">
      <Button variant="soft" icon="printer" onPress={() => print()} testId="receipt-print">
        {word('receiptPage.print')}
      </Button>
      <Button variant="outline" icon="link" onPress={() => void copyAddress(address)} testId="receipt-copy">
        {word('receiptPage.copyLink')}
      </Button>
    </div>
  );
}

function Elsewhere() {
  return (
    <ButtonLink href="/pay" variant="ghost">
      {word('home.navRecharge')}
    </ButtonLink>
  );
}

/** Shown for an invalid link. Nothing in the link is repeated on the page, so a forged link shows no number and no amount. */
function Invalid() {
  return (
    <div className="narrow col gap-16">
      <svg className="receipt-gem grey" aria-hidden="true">
        <use href={spriteSymbol('gem')} />
      </svg>
      <div className="receipt-seal bad" role="alert" data-testid="receipt-invalid">
        <Icon name="shield-alert" />
        <div>
          <strong>{word('receiptPage.invalid')}</strong>
          {word('receiptPage.invalidBody')}
        </div>
      </div>
      <ButtonLink href="/order" variant="soft" icon="search">
        {word('orderFind.title')}
      </ButtonLink>
      <Elsewhere />
    </div>
  );
}

const MINUTE_S = 60;

function TooMany({ retryAfterS }: { retryAfterS: number }) {
  const time = word('count.minutesOf', { n: Math.ceil(retryAfterS / MINUTE_S) });
  return (
    <div className="narrow">
      <Note kind="warn" icon="clock" isLive>
        {word('receiptPage.tooMany', { time })}
      </Note>
    </div>
  );
}

function Waiting() {
  return (
    <div className="narrow col gap-16" role="status" aria-label={word('common.loading')}>
      <Skeleton width="100%" height="7.4rem" />
      <Skeleton width="100%" height="9rem" />
    </div>
  );
}

function Body({ link }: { link: string | null }) {
  const { value, problem, retry } = useReceipt(link);
  if (link !== null && !isLinkLike(link)) return <Invalid />;
  if (problem?.kind === 'refused' && problem.refusal === 'too-many-tries')
    return <TooMany retryAfterS={problem.retryAfterS ?? MINUTE_S} />;
  if (problem?.kind === 'refused' && problem.refusal === 'receipt-link-invalid') return <Invalid />;
  if (problem !== null)
    return (
      <div className="narrow">
        <ErrorState title={word('net.error')} onRetry={retry} />
      </div>
    );
  if (value === null) return <Waiting />;
  const address = `${location.origin}/receipt#${link ?? ''}`;
  return (
    <div className="narrow receipt-column col gap-16">
      <h1 className="visually-hidden">
        {word('receiptPage.title', { order: isolatedLtr(value.orderNumber) })}
      </h1>
      <ReceiptCard receipt={value} address={address} />
      <Actions address={address} />
      {value.state !== 'delivered' && <Elsewhere />}
    </div>
  );
}

/** The title "receipt", or "order" while the payment is undecided or was not made: then there is nothing to acknowledge. */
function useBarTitle(link: string | null): string {
  const { value } = useReceipt(link);
  return word(
    value?.state === 'pending' || value?.state === 'not-done' ? 'receiptPage.orderTitle' : 'receipt.title',
  );
}

/** [ORD-22] A receipt that anybody with its link can open and check. The reader was sent a link to this page alone, so it has no Back. */
export function ReceiptScreen() {
  const link = useLink();
  const title = useBarTitle(link);
  usePageTitle(title);
  return (
    <>
      <header className="app-bar">
        <p className="title">{title}</p>
        <HelpButton orderId={null} />
      </header>
      <main className="page">
        <ScreenStyle css={css} />
        <Body key={link} link={link} />
      </main>
    </>
  );
}
