import { useEffect, useRef, useState } from 'react';
import { goOutside, goToApp } from '../../browser/page-address.ts';

/** Whoever has the app has left the page by then. */
const IN_THE_APP_WITHIN_MS = 1_500;

export interface AppOpening {
  /** The page is still here: the app is not installed, and its store opens. */
  readonly isMissing: boolean;
  readonly open: (address: string, store: string | null) => void;
}

/** A browser does not say whether it knows an app: it is tried, and what happens is waited for. */
export function useAppOpening(): AppOpening {
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
