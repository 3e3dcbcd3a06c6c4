import { useEffect, useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { runMachine, useMachine, type RunningMachine } from './machine.ts';
import { renderHook, waitFor } from './ui/test/library.ts';

type Received = readonly string[];

/** Collects its events. `ask` has an effect, which emits `answer` in the same turn or later. */
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

it('an effect that emits at once is answered in order, and subscribers see each state', () => {
  const machine = collector((emit) => emit('answer'));
  const seen: Received[] = [];
  machine.subscribe(() => seen.push(machine.getState()));
  machine.send('ask');
  expect(seen).toEqual([['ask'], ['ask', 'answer']]);
});

it('an event that changes nothing notifies nobody', () => {
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

it('after stop, events and late answers are ignored, and effects learn of it by their signal', () => {
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

it('what is sent before the machine runs, and before its first drawing, is handled in its order', async () => {
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
