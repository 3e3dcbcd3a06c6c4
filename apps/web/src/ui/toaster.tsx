import { TOAST_FADE_MS, TOAST_SHOWN_MS } from '@jawhara/domain';
import type { CSSProperties } from 'react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../browser/waits.ts';
import { usePageValue } from '../page-scope.ts';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { Toast } from './toast.ts';
import { createToastStore } from './toast.ts';

const FADE = { '--toast-fade': `${TOAST_FADE_MS}ms` } as CSSProperties;

function ToastBox({ toast, onEnd }: { toast: Toast; onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  const [isFading, setFading] = useState(false);
  useEffect(() => {
    const fade = setTimeout(() => setFading(true), TOAST_SHOWN_MS - TOAST_FADE_MS);
    const gone = setTimeout(() => end(), TOAST_SHOWN_MS);
    return () => {
      clearTimeout(fade);
      clearTimeout(gone);
    };
  }, []);
  return (
    <div className={classes('toast', isFading && 'fading')} style={FADE}>
      <Icon name={toast.icon} size="s" />
      <span>{toast.text}</span>
    </div>
  );
}

/** Read on demand: a CSS variable on the root would restyle the whole page. */
function payBarHeight(): number {
  return document.querySelector<HTMLElement>('.pay-bar')?.offsetHeight ?? 0;
}

/** Mounted once. The live region always exists, so that a screen reader announces what appears in it. */
export function Toaster() {
  const { get, set, subscribe } = usePageValue(createToastStore);
  const toast = useSyncExternalStore(subscribe, get, () => null);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (toast !== null) element?.style.setProperty('--pay-bar-height', `${payBarHeight()}px`);
    if (!element?.showPopover) return; // Older browsers: a fixed box with a high z-index is enough.
    const show = (): void => {
      // Shown again each time, so that it is above a sheet that was opened meanwhile.
      if (element.matches(':popover-open')) element.hidePopover();
      element.showPopover();
    };
    // Without a toast the empty region is shown when the page is idle.
    if (toast === null) whenIdle(() => element.isConnected && get() === null && show());
    else show();
  }, [toast, get]);
  return (
    <div ref={region} className="toaster" role="status" popover="manual">
      {toast && <ToastBox key={toast.number} toast={toast} onEnd={() => set(null)} />}
    </div>
  );
}
