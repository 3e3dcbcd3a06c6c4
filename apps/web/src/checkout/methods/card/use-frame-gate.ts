import { useEffect, useState } from 'react';
import { reloadSiteConfig } from '../../../api/use-site-config.ts';
import { usePageScope } from '../../../page-scope.ts';
import { useCheckout } from '../../machine/use-checkout.ts';
import { waitExactly } from '../../../browser/waits.ts';

/** The new configuration is awaited for at most this time; then the current one is used. */
const CONFIG_WAIT_MS = 2_000;

type Phase = 'asking' | 'answered' | 'open';

/**
 * The list of failing providers changes within seconds, so before card fields are shown the configuration is read again,
 * and the machine chooses the provider again. `nth` counts the openings. True once the fields may be shown.
 */
export function useFrameGate(isFrameShown: boolean, nth: number): boolean {
  const page = usePageScope();
  const { dispatch } = useCheckout();
  const [gate, setGate] = useState<{ nth: number; phase: Phase }>({ nth, phase: 'asking' });
  const phase = gate.nth === nth ? gate.phase : 'asking';
  const isAsking = isFrameShown && phase === 'asking';

  useEffect(() => {
    if (!isAsking) return undefined;
    const abort = new AbortController();
    void Promise.race([reloadSiteConfig(page), waitExactly(CONFIG_WAIT_MS, abort.signal)]).then(() => {
      if (!abort.signal.aborted) setGate({ nth, phase: 'answered' });
    });
    return () => abort.abort();
  }, [page, isAsking, nth]);

  // The timer ends after the page has passed the new configuration to the machine.
  useEffect(() => {
    if (phase !== 'answered') return undefined;
    const timer = setTimeout(() => {
      dispatch({ type: 'frame-opened' });
      setGate({ nth, phase: 'open' });
    });
    return () => clearTimeout(timer);
  }, [phase, nth, dispatch]);
  return phase === 'open';
}
