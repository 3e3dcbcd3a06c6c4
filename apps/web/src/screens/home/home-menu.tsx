import '../../words/load-device.ts';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { LanguageControl } from '../../ui/language-control.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextSizeControl } from '../../ui/text-size-control.tsx';
import { ThemeControl } from '../../ui/theme-control.tsx';
import { word } from '../../words/word.ts';

const ClearDeviceSheet = lazy(async () => ({
  default: (await import('./clear-device-sheet.tsx')).ClearDeviceSheet,
}));

/** How the page looks, and where else to go. */
export function HomeMenu({ onClose }: { onClose: () => void }) {
  const [isClearing, setClearing] = useState(false);
  return (
    <Sheet isOpen onClose={onClose} title={word('a11y.menu')}>
      <div className="col gap-16 pt-28">
        <LanguageControl />
        <TextSizeControl />
        <ThemeControl />
        <nav className="list" aria-label={word('nav.links')}>
          <MenuLink href="/?page=orders" icon="history" label={word('home.navOrders')} />
          <MenuLink href="/fines" icon="lock-open" label={word('home.navFine')} />
          <MenuLink href="/?page=contact" icon="headset" label={word('footer.contact')} />
          <MenuLink href="/?page=about" icon="info" label={word('footer.about')} />
          <MenuLink href="/?page=privacy" icon="shield-check" label={word('footer.privacy')} />
          <MenuLink href="/?page=agreement" icon="file-text" label={word('footer.agreement')} />
          <MenuLink href="/?page=refunds" icon="rotate-ccw" label={word('footer.refunds')} />
          <MenuLink href="/?page=my-data" icon="circle-user-round" label={word('settings.myData')} />
          <button type="button" className="option" onClick={() => setClearing(true)}>
            <span className="grid text-primary-ink">
              <Icon name="trash-2" size="s" />
            </span>
            <span className="fill">{word('settings.clearDevice')}</span>
            <Icon name="chevron-left" size="s" />
          </button>
        </nav>
      </div>
      {isClearing && (
        <Suspense fallback={null}>
          <ClearDeviceSheet onClose={() => setClearing(false)} />
        </Suspense>
      )}
    </Sheet>
  );
}

function MenuLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  return (
    <Link className="option" href={href}>
      <span className="grid text-primary-ink">
        <Icon name={icon} size="s" />
      </span>
      <span className="fill">{label}</span>
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}
