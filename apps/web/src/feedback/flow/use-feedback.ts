import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { FeedbackEntry } from './draft.ts';
import type { FeedbackEvent, FeedbackState } from './feedback-state.ts';
import type { FeedbackDeps } from './feedback-deps.ts';
import { runFeedback, type RunningFeedback } from './run-feedback.ts';

const neverChanges = (): (() => void) => () => undefined;

export interface UsedFeedback {
  /** Null in the prerendered page, which knows nothing of this device. */
  readonly state: FeedbackState | null;
  readonly send: (event: FeedbackEvent) => void;
}

/** Runs one report as long as the component lives. Entry and world are read once, when it begins. */
export function useFeedback(
  begin: () => { readonly entry: FeedbackEntry; readonly deps: FeedbackDeps },
): UsedFeedback {
  const [running, setRunning] = useState<RunningFeedback | null>(null);
  const [start] = useState(() => begin);
  useEffect(() => {
    const { entry, deps } = start();
    const started = runFeedback(entry, deps);
    setRunning(started);
    return () => started.stop();
  }, [start]);
  const state = useSyncExternalStore(
    running?.subscribe ?? neverChanges,
    () => running?.getState() ?? null,
    () => null,
  );
  const send = useCallback((event: FeedbackEvent) => running?.send(event), [running]);
  return { state, send };
}
