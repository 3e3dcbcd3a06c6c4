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
  // Events from before the machine runs, such as typing before hydration; the machine gets them first.
  const early = useRef<Event[]>([]);
  // A ref, not the state: a visitor may type or press between the start and the first render.
  const started = useRef<RunningMachine<State, Event> | null>(null);
  useEffect(() => {
    const machine = start();
    started.current = machine;
    for (const event of early.current.splice(0)) machine.send(event);
    setRunning(machine);
    return () => machine.stop();
  }, [start]);
  const state = useSyncExternalStore(
    running?.subscribe ?? neverChanges,
    () => running?.getState() ?? rest,
    () => rest,
  );
  const send = useCallback(
    (event: Event) =>
      started.current === null ? void early.current.push(event) : started.current.send(event),
    [],
  );
  return { state, send };
}
