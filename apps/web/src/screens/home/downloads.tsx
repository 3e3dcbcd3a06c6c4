import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { word } from '../../words/word.ts';

interface Store {
  readonly href: string | undefined;
  readonly icon: IconName;
  readonly label: () => string;
}

/** Addresses are settings of the build. A store without one is not offered: no link that leads nowhere. */
const STORES: readonly Store[] = [
  { href: import.meta.env['VITE_APP_STORE_URL'], icon: 'smartphone', label: () => word('download.appStore') },
  { href: import.meta.env['VITE_GOOGLE_PLAY_URL'], icon: 'smartphone', label: () => word('download.google') },
  { href: import.meta.env['VITE_APP_GALLERY_URL'], icon: 'smartphone', label: () => word('download.huawei') },
  { href: import.meta.env['VITE_APK_URL'], icon: 'download', label: () => word('download.apk') },
];

export function Downloads() {
  const stores = STORES.filter((store) => store.href);
  if (stores.length === 0) return null;
  return (
    <section>
      <SectionHead title={word('download.title')} />
      <div className="stores">
        {stores.map(({ href, icon, label }) => (
          <a key={href} href={href} rel="noreferrer">
            <Icon name={icon} size="s" />
            <bdi>{label()}</bdi>
          </a>
        ))}
      </div>
    </section>
  );
}
