import type { AppLinks } from '@jawhara/contract';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { hostPort } from '../../host-app/host-port.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { SectionHead } from '../../ui/card.tsx';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';

interface Store {
  readonly link: keyof AppLinks;
  readonly icon: IconName;
  readonly label: () => string;
}

const STORES: readonly Store[] = [
  { link: 'apple', icon: 'smartphone', label: () => word('download.appStore') },
  { link: 'google', icon: 'smartphone', label: () => word('download.google') },
  { link: 'huawei', icon: 'smartphone', label: () => word('download.huawei') },
  { link: 'android', icon: 'download', label: () => word('download.apk') },
  { link: 'alternative', icon: 'download', label: () => word('download.private') },
];

export interface DownloadsProps {
  hasTitle?: boolean;
  /** Why no store can be reached now: the links look disabled, and a press shows this reason. */
  held?: string | null;
}

const heldLink = (why: string) =>
  ({ role: 'link', tabIndex: 0, 'aria-disabled': true, onClick: () => showToast(why, 'info') }) as const;

/** Links to the app's stores. Their addresses are in the operator's configuration; a store without one has no link. */
export function Downloads({ hasTitle = true, held = null }: DownloadsProps) {
  const site = useSiteConfig();
  // Inside the app no download is offered.
  if (site.kind !== 'ready' || hostPort() !== null) return null;
  const stores = STORES.flatMap((store) => {
    const href = site.config.appLinks[store.link];
    return href === null ? [] : [{ ...store, href }];
  });
  if (stores.length === 0) return null;
  return (
    <section>
      {hasTitle && <SectionHead title={word('download.title')} />}
      <div className="stores">
        {stores.map(({ href, icon, label }) => (
          <a key={href} {...(held === null ? { href } : heldLink(held))} rel="noreferrer">
            <Icon name={icon} size="s" />
            <bdi>{label()}</bdi>
          </a>
        ))}
      </div>
    </section>
  );
}
