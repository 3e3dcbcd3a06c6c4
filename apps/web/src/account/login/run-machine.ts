/** A machine's reaction to an event: its next state, and the effects to run now. */
export type Step<State, Effect> = readonly [State, ...Effect[]];

export interface RunningMachine<State, Event> {
  readonly getState: () => State;
  readonly send: (event: Event) => void;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Ends every call and wait; later events are ignored. */
  readonly stop: () => void;
}

export interface MachineParts<State, Event, Effect> {
  readonly begin: Step<State, Effect>;
  readonly step: (state: State, event: Event) => Step<State, Effect>;
  /** Emits an event for a fault too: a machine always learns how its effects ended. */
  readonly run: (effect: Effect, emit: (event: Event) => void, signal: AbortSignal) => Promise<void> | void;
}

/** Runs a machine: takes events, runs effects, and notifies the subscribers of a new state. */
export function runMachine<State, Event, Effect>({
  begin,
  step,
  run,
}: MachineParts<State, Event, Effect>): RunningMachine<State, Event> {
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  let [state] = begin;
  const emit = (event: Event): void => {
    if (!abort.signal.aborted) take(step(state, event));
  };
  const take = ([next, ...effects]: Step<State, Effect>): void => {
    const isSame = next === state;
    state = next;
    for (const effect of effects) void run(effect, emit, abort.signal);
    if (!isSame) for (const listener of listeners) listener();
  };
  take(begin);
  return {
    getState: () => state,
    send: emit,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    stop: () => abort.abort(),
  };
}
