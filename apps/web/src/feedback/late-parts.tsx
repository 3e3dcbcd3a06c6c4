import { messages as info } from '../words/ar/info.po';
import { ReplyTime, SupportLinks, useSupport } from '../ui/help/support-links.tsx';
import { isolatedLtr } from '../words/isolate.ts';
import { addWords, word } from '../words/word.ts';

/** Calls, thumbnails and the form below the fold of a report: one chunk, loaded after its first paint. */
export { submit, thumbnailOf, upload } from './flow/feedback-calls.ts';
export { Attachments } from './form/attachments.tsx';
export { MyReports } from './sent/my-reports.tsx';

addWords(info);

/** How soon support answers. Drawn while online, it fetches the support channels, needed when the connection is lost. */
export function ReplyHint() {
  return <ReplyTime hours={useSupport().replyHours} />;
}

/** The operator's contact channels, for a report that cannot be sent. Channels that are not configured are left out. */
export function SupportAtHand({ orderNumber }: { orderNumber: string }) {
  const channels = useSupport();
  if (channels.whatsapp === null && channels.email === null) return null;
  return (
    <nav className="list" aria-label={word('footer.contact')}>
      <SupportLinks channels={channels} order={orderNumber === '' ? null : isolatedLtr(orderNumber)} />
    </nav>
  );
}
