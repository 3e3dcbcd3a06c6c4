import { describe, expect, it } from 'vitest';
import { createRoomListeners } from './listeners.ts';

const A = { table: 'widgets', key: 'a' } as const;
const B = { table: 'widgets', key: 'b' } as const;

function listening() {
  const calls: string[] = [];
  const errors: unknown[] = [];
  const listeners = createRoomListeners((error) => errors.push(error));
  return { calls, errors, listeners, call: (name: string) => () => void calls.push(name) };
}

describe('listeners', () => {
  it('[ROOM-05] a listener is called only for its own key, and once even if the key is named twice', () => {
    const { calls, listeners, call } = listening();
    listeners.onKey(A, call('a'));
    listeners.onKey(B, call('b'));
    listeners.notify([A, A, { table: 'pk_rank', key: 'a' }]);
    expect(calls).toEqual(['a']);
  });

  it('a listener is called until it unsubscribes, each subscription on its own', () => {
    const { calls, listeners, call } = listening();
    const both = call('twice');
    const endFirst = listeners.onKey(A, both);
    listeners.onKey(A, both);
    listeners.notify([A]);
    endFirst();
    endFirst();
    listeners.notify([A]);
    expect(calls).toEqual(['twice', 'twice', 'twice']);
  });

  it('a listener that throws is reported, and the other listeners are still called', () => {
    const { calls, errors, listeners, call } = listening();
    listeners.onKey(A, () => {
      throw new Error('broken');
    });
    listeners.onKey(A, call('after'));
    listeners.notify([A]);
    expect(calls).toEqual(['after']);
    expect(errors).toEqual([new Error('broken')]);
  });

  it('a listener added during a call is first called at the next change', () => {
    const { calls, listeners, call } = listening();
    const end = listeners.onKey(A, () => {
      end();
      listeners.onKey(A, call('begun'));
    });
    listeners.notify([A]);
    expect(calls).toEqual([]);
    listeners.notify([A]);
    expect(calls).toEqual(['begun']);
  });

  it('a room message is passed with its data to the listeners of its id (RP-13)', () => {
    const { calls, listeners } = listening();
    const end = listeners.onMessage(10001, (data) => void calls.push(String(data)));
    listeners.passOn(10001, 'hello');
    listeners.passOn(10003, 'gift');
    end();
    listeners.passOn(10001, 'later');
    expect(calls).toEqual(['hello']);
  });
});
