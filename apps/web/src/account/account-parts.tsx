import { messages as account } from '../words/ar/account.po';
import { useSiteConfig } from '../api/use-site-config.ts';
import { addWords, word } from '../words/word.ts';

/** Parts for a press on log in or on the account: one chunk, which no first load contains. */
export { fetchRecipients, uploadRecipients } from '../api/share-recipients.ts';
export { leaveGuarded } from '../ui/back-guard.ts';
export { AccountSheet, SignedInPanel } from './signed-in.tsx';

addWords(account);

/** A link to the app's download, as the operator configured it. */
export function DownloadLink() {
  const site = useSiteConfig();
  if (site.kind !== 'ready') return null;
  const { apple, google, huawei, android, alternative } = site.config.appLinks;
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);
  const href = (isApple ? apple : null) ?? google ?? android ?? huawei ?? alternative ?? apple;
  if (href === null) return null;
  return (
    <a className="text-link" href={href} rel="noreferrer">
      {word('login.download')}
    </a>
  );
}
