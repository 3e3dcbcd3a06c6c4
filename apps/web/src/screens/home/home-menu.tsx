import { messages as info } from '../../words/ar/info.po';
import { TOAST_SHOWN_MS } from '@jawhara/domain';
import { forgetDevice } from '@jawhara/contract';
import { useState } from 'react';
import { addWords, word } from '../../words/word.ts';
import { call } from '../../api/call.ts';
import { forgetAll } from '../../browser/storage/device.ts';
import { goToPage } from '../../browser/page-address.ts';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Link } from '../../ui/navigation.tsx';
import { LanguageControl, TextSizeControl, ThemeControl } from '../../ui/display-settings.tsx';

addWords(info);

/**
 * Asks for confirmation. The server is called before anything is cleared here, because the call needs the device's cookie. If
 * the call fails, nothing is cleared, and the visitor can try again.
 */
function ClearDeviceSheet({ onClose }: { onClose: () => void }) {
  const [isClearing, setClearing] = useState(false);
  async function clear(): Promise<void> {
    setClearing(true);
    const answer = await call(forgetDevice, {});
    if (answer.kind !== 'ok') {
      setClearing(false);
      return showToast(word('net.error'), 'triangle-alert');
    }
    forgetAll();
    showToast(word('settings.clearDeviceDone'));
    // The page still holds data in memory, so it is loaded again when the toast has been read.
    setTimeout(() => {
      forgetAll();
      goToPage('/', 'replace');
    }, TOAST_SHOWN_MS);
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isCancelable={!isClearing}
      title={word('settings.clearDevice')}
      art={<BadgeIcon icon="trash-2" tone="danger" />}
    >
      <p className="muted text-center">{word('settings.clearDeviceBody')}</p>
      <div className="sheet-actions">
        <Button variant="danger" busy={isClearing} onPress={() => void clear()}>
          {word('common.confirm')}
        </Button>
        {!isClearing && (
          <Button variant="outline" onPress={onClose}>
            {word('common.cancel')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** The menu: the page's appearance, and links to other pages. */
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
      {isClearing && <ClearDeviceSheet onClose={() => setClearing(false)} />}
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
