import { useEffect, useRef, useState, Suspense } from 'react';
import { goOutside, goToApp } from '../../browser/page-address.ts';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { readUrlParameters } from '../../browser/link.ts';
import { useIsInBrowser } from '../../browser/storage/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { steadyLazy } from '../../ui/lazy.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { word } from '../../words/word.ts';
import { Downloads } from '../home/downloads.tsx';
import { storeOfDevice } from '../../browser/app-store.ts';

/** The app's own address, with the inviter's id. */
function appAddress(open: string, inviterId: string | null): string {
  const address = new URL(open);
  if (inviterId !== null) address.searchParams.set('info', inviterId);
  return address.href;
}

/** A device that has the app has left the page within this time. */
const IN_THE_APP_WITHIN_MS = 1_500;

interface AppOpening {
  /** True if the page was still open after that time: the app is not installed, and its store opens. */
  readonly isMissing: boolean;
  readonly open: (address: string, store: string | null) => void;
}

/** A browser does not say whether an app is installed: the page tries to open it and waits for the result. */
function useAppOpening(): AppOpening {
  const [isMissing, setMissing] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  function open(address: string, store: string | null): void {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (document.hidden) return;
      setMissing(true);
      if (store !== null) goOutside(store);
    }, IN_THE_APP_WITHIN_MS);
    goToApp(address);
  }
  return { isMissing, open };
}

/** Loaded on demand, because only PCs show it. */
const QrPicture = steadyLazy(async () => (await import('./qr-picture.tsx')).QrPicture);

interface GetAppProps {
  /** False: the account in the link does not exist, so the app is not opened with it. */
  isValid: boolean;
}

/** Opens the app, or the store of this device; on a PC shows a QR code for the phone. */
export function GetApp({ isValid }: GetAppProps) {
  const isOnline = useOnline();
  const isInBrowser = useIsInBrowser();
  const held = isOnline ? null : word('share.storesHeld');
  const isPc = isInBrowser && document.documentElement.classList.contains('pc');
  return (
    <>
      {held !== null && (
        <Note kind="warn" icon="wifi-off" isLive>
          {held}
        </Note>
      )}
      {isPc ? <OverToPhone isValid={isValid} held={held} /> : <OnPhone isValid={isValid} held={held} />}
    </>
  );
}

/** The QR code opens this same invitation on the phone. Without a valid inviter only the downloads are offered. */
function OverToPhone({ isValid, held }: GetAppProps & { held: string | null }) {
  if (!isValid) return <Downloads hasTitle={false} held={held} />;
  return (
    <div className="scan">
      <Suspense fallback={<div className="qr" />}>
        <QrPicture text={location.href} />
      </Suspense>
      <div className="fill col gap-16">
        <p className="h2">{word('share.scan')}</p>
        <Downloads hasTitle={false} held={held} />
      </div>
    </div>
  );
}

/** The store of this device in a single press; all stores where the device is unknown or the app could not be opened. */
function OnPhone({ isValid, held }: GetAppProps & { held: string | null }) {
  const site = useSiteConfig();
  const { isMissing, open } = useAppOpening();
  if (site.kind !== 'ready') return null;
  const { appLinks } = site.config;
  const store = storeOfDevice(navigator.userAgent, appLinks);
  const app = isValid && appLinks.open !== null ? appLinks.open : null;
  if (isMissing)
    return (
      <>
        <p className="row muted justify-center" role="status">
          {store !== null && <Spinner small />}
          {word(store === null ? 'download.title' : 'app.openStore')}
        </p>
        <Downloads hasTitle={false} held={held} />
      </>
    );
  return (
    <div className="col gap-14">
      {app !== null && (
        <Button
          icon="smartphone"
          onPress={() => open(appAddress(app, readUrlParameters(location).info), store)}
          testId="open-app"
        >
          {word('share.open')}
        </Button>
      )}
      {store === null ? (
        <Downloads held={held} />
      ) : (
        <Button
          variant={app === null ? 'primary' : 'outline'}
          icon="download"
          held={held}
          onPress={() => goOutside(store)}
        >
          {word('share.download')}
        </Button>
      )}
    </div>
  );
}
