import { useSiteConfig } from '../../../api/use-site-config.ts';
import { word } from '../../../words/word.ts';

/** Where the app is to be had, as the operator says it. */
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
