import { useEffect, useRef } from 'react';
import { expect, it } from 'vitest';
import { renderHook, waitFor } from '../../ui/test/library.ts';
import type { RunningMachine } from './run-machine.ts';
import { useMachine } from './use-machine.ts';

function countingMachine(): RunningMachine<readonly string[], string> {
  let received: readonly string[] = [];
  const listeners = new Set<() => void>();
  return {
    getState: () => received,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    send: (event) => {
      received = [...received, event];
      for (const tell of listeners) tell();
    },
    stop: () => undefined,
  };
}

it('what is sent before the machine runs, and before its first drawing, is heard in its order', async () => {
  const { result } = renderHook(() => {
    const machine = useMachine<readonly string[], string>([], countingMachine);
    const { send } = machine;
    // After the start, in the drawing that does not know of it yet.
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
