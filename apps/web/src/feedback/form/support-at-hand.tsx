import { messages as info } from '../../words/ar/info.po';
import { ReplyTime, SupportLinks, useSupport } from '../../ui/help/support-links.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { addWords, word } from '../../words/word.ts';

addWords(info);

/** How soon an answer comes. Asked for while there is a connection, so that the channels are known when it is lost. */
export function ReplyHint() {
  return <ReplyTime hours={useSupport().replyHours} />;
}

/** The operator's own channels, for a report that does not leave. What is not set is not there. */
export function SupportAtHand({ orderNumber }: { orderNumber: string }) {
  const channels = useSupport();
  if (channels.whatsapp === null && channels.email === null) return null;
  return (
    <nav className="list" aria-label={word('footer.contact')}>
      <SupportLinks channels={channels} order={orderNumber === '' ? null : isolatedLtr(orderNumber)} />
    </nav>
  );
}
