import { useEffect, useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { runMachine, useMachine, type RunningMachine } from './machine.ts';
import { renderHook, waitFor } from './ui/test/library.ts';

type Received = readonly string[];

/** A machine whose state is the list of its events. `ask` has an effect, which emits `answer` in the same turn or later. */
function collector(run: (emit: (event: string) => void) => void = () => undefined) {
  return runMachine<Received, string, 'fetch'>({
    begin: [[]],
    step: (received, event) => {
      if (event === 'ignored') return [received];
      return event === 'ask' ? [[...received, event], 'fetch'] : [[...received, event]];
    },
    run: (_, emit) => run(emit),
  });
}

it('an event that an effect emits at once is handled after the event before, and subscribers see each state', () => {
  const machine = collector((emit) => emit('answer'));
  const seen: Received[] = [];
  machine.subscribe(() => seen.push(machine.getState()));
  machine.send('ask');
  expect(seen).toEqual([['ask'], ['ask', 'answer']]);
});

it('an event that does not change the machine’s state notifies no subscriber', () => {
  const machine = collector();
  const onChange = vi.fn<() => void>();
  const unsubscribe = machine.subscribe(onChange);
  machine.send('ignored');
  expect(onChange).not.toHaveBeenCalled();
  machine.send('typed');
  expect(onChange).toHaveBeenCalledOnce();
  unsubscribe();
  machine.send('typed');
  expect(onChange).toHaveBeenCalledOnce();
});

it('a stopped machine ignores events and late answers, and aborts the signal of its effects', () => {
  let emitLate = (): void => undefined;
  let signalOfEffect = new AbortController().signal;
  const machine = runMachine<Received, string, 'fetch'>({
    begin: [[], 'fetch'],
    step: (received, event) => [[...received, event]],
    run: (_, emit, signal) => {
      signalOfEffect = signal;
      emitLate = () => emit('answer');
    },
  });
  expect(signalOfEffect.aborted).toBe(false);
  machine.stop();
  emitLate();
  machine.send('typed');
  expect(machine.getState()).toEqual([]);
  expect(signalOfEffect.aborted).toBe(true);
});

it('events sent to a machine before its first render are handled in the order they were sent', async () => {
  const { result } = renderHook(() => {
    const machine = useMachine<Received, string>([], (): RunningMachine<Received, string> => collector());
    const { send } = machine;
    // Sent after the machine has started, in a render that does not know this yet.
    const isTyped = useRef(false);
    useEffect(() => {
      if (!isTyped.current) send('typed');
      isTyped.current = true;
    }, [send]);
    return machine;
  });
  result.current.send('pressed');
  await waitFor(() => expect(result.current.state).toEqual(['typed', 'pressed']));
});
