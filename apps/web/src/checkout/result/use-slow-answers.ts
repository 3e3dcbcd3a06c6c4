import { useEffect, useState } from 'react';
import { useOnline } from '../../ui/use-online.ts';
import { SLOW_POLL_INTERVAL_MS } from '../machine/purchase/purchase-limits.ts';

/** Five seconds beyond the longest pause between two looks. */
const NO_ANSWER_MS = SLOW_POLL_INTERVAL_MS + 5_000;

/** A look has gone unanswered for long, though there is a network. Once slow, it is called so until the page is left. */
export function useSlowAnswers(polls: number): boolean {
  const isOnline = useOnline();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isOnline) return undefined;
    const timer = setTimeout(() => setIsSlow(true), NO_ANSWER_MS);
    return () => clearTimeout(timer);
  }, [polls, isOnline]);
  return isSlow && isOnline;
}
