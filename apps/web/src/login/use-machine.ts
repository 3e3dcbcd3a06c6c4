import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RunningMachine } from './run-machine.ts';

const neverChanges = (): (() => void) => () => undefined;

/** Runs a machine as long as the component lives. How it begins is read once. */
export function useMachine<State, Event>(
  atRest: State,
  begin: () => RunningMachine<State, Event>,
): { readonly state: State; readonly send: (event: Event) => void } {
  const [running, setRunning] = useState<RunningMachine<State, Event> | null>(null);
  const [start] = useState(() => begin);
  const [rest] = useState(atRest);
  // What was typed before the page was awake is told before the machine runs.
  const early = useRef<Event[]>([]);
  useEffect(() => {
    const started = start();
    for (const event of early.current.splice(0)) started.send(event);
    setRunning(started);
    return () => started.stop();
  }, [start]);
  const state = useSyncExternalStore(
    running?.subscribe ?? neverChanges,
    () => running?.getState() ?? rest,
    () => rest,
  );
  const send = useCallback(
    (event: Event) => (running === null ? void early.current.push(event) : running.send(event)),
    [running],
  );
  return { state, send };
}
