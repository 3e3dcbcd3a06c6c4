import { useEffect, useState } from 'react';
import { hostApp } from '../../host-app/current-host-app.ts';
import type { HostApp } from '../../host-app/host-app.ts';
import { hasApplePay } from '../../browser/has-apple-pay.ts';

/** The app around the page, on a phone whose own browser has the wallet that this page has not; else null. */
export function useWalletApp(): HostApp | null {
  const [app, setApp] = useState<HostApp | null>(null);
  useEffect(() => {
    let isLeft = false;
    void hostApp().then((found) => {
      if (!isLeft && found.facts?.platform === 'ios' && !hasApplePay()) setApp(found);
    });
    return () => void (isLeft = true);
  }, []);
  return app;
}
