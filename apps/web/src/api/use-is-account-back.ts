import { findRecipient } from '@jawhara/contract';
import type { DisplayId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { waitForTurn } from '../browser/waits.ts';
import { call } from './call.ts';

/** An account is asked about by its id, and such questions are counted. */
const LOOK_AGAIN_AFTER_MS = 10_000;

/** Looks until the server calls the account a normal one: only then gems could be bought for it. Null asks nothing. */
export function useIsAccountBack(displayId: DisplayId | null): boolean {
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    if (displayId === null) return undefined;
    const abort = new AbortController();
    const look = async (): Promise<void> => {
      const answer = await call(findRecipient, { displayId }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (answer.kind === 'ok') return setIsBack(true);
      await waitForTurn(LOOK_AGAIN_AFTER_MS, abort.signal);
      if (!abort.signal.aborted) await look();
    };
    void look();
    return () => abort.abort();
  }, [displayId]);
  return isBack;
}
