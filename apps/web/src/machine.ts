import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** A machine's reaction to an event: its next state, and the effects to run now. */
export type Step<State, Effect> = readonly [State, ...Effect[]];

export interface RunningMachine<State, Event> {
  readonly getState: () => State;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly send: (event: Event) => void;
  /** Ends every call and wait; later events are ignored. */
  readonly stop: () => void;
}

export interface MachineParts<State, Event, Effect> {
  readonly begin: Step<State, Effect>;
  readonly step: (state: State, event: Event) => Step<State, Effect>;
  /** Runs an effect. It emits an event for a failure too, so that the machine gets the outcome of every effect. */
  readonly run: (effect: Effect, emit: (event: Event) => void, signal: AbortSignal) => Promise<void> | void;
}

/** Runs a machine: feeds events in, starts the effects in their order, and notifies the subscribers of a new state. */
export function runMachine<State, Event, Effect>({
  begin,
  step,
  run,
}: MachineParts<State, Event, Effect>): RunningMachine<State, Event> {
  const abort = new AbortController();
  const [first] = begin;
  const { get, set, subscribe } = createStore(first);
  const send = (event: Event): void => {
    if (!abort.signal.aborted) take(step(get(), event));
  };
  const take = ([next, ...effects]: Step<State, Effect>): void => {
    set(next);
    // Synchronous effects finish before the next effect starts, so data that must be stored first is stored first.
    for (const effect of effects) void run(effect, send, abort.signal);
  };
  take(begin);
  return { getState: get, subscribe, send, stop: () => abort.abort() };
}

const neverChanges = (): (() => void) => () => undefined;

/** Runs a machine as long as the component lives. `begin` is called once; until then the state is `atRest`. */
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
