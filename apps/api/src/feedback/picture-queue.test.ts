import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureQueue } from './clean-file.ts';

const BOUNDS = { waitingMax: 4, perSenderMax: 3, waitsMsMax: 30_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose pieces of work end when the test lets them end. */
function watched() {
  const queue = pictureQueue(BOUNDS);
  const startedNames: string[] = [];
  const ends = new Map<string, { done: () => void; fail: () => void }>();
  const send = (sender: string, name = sender) =>
    queue.run(sender, () => {
      startedNames.push(name);
      return new Promise<string>((done, fail) => {
        ends.set(name, { done: () => done(name), fail: () => fail(new Error(name)) });
      });
    });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const end = async (name: string, how: 'done' | 'fail' = 'done') => {
    ends.get(name)?.[how]();
    await settle();
  };
  return { queue, startedNames, send, end, settle };
}

describe('the queue of pictures', () => {
  it('uploaded pictures are processed one at a time, in the order they came', async () => {
    const { startedNames, send, end } = watched();
    const all = ['a', 'b', 'c'].map((sender) => send(sender));
    expect(startedNames).toEqual(['a']);
    await end('a');
    expect(startedNames).toEqual(['a', 'b']);
    await end('b');
    await end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'].map((value) => ({ kind: 'done', value })));
  });

  it('a picture that comes when the queue is full is refused as busy and not processed', async () => {
    const { queue, startedNames, send, end } = watched();
    const first = ['a', 'b', 'c', 'd', 'e'].map((sender) => send(sender));
    expect(queue.hasPlace('f')).toBe(false);
    expect(await send('f')).toEqual({ kind: 'busy' });
    await end('a');
    expect(queue.hasPlace('f')).toBe(true);
    for (const name of ['b', 'c', 'd', 'e']) await end(name);
    await Promise.all(first);
    expect(startedNames).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('the pictures of one sender in the queue are limited, so that another sender’s picture is accepted', async () => {
    const { send, startedNames, end } = watched();
    const own = ['1', '2', '3'].map((name) => send('a', name));
    expect(await send('a', '4')).toEqual({ kind: 'busy' });
    const other = send('b');
    for (const name of ['1', '2', '3', 'b']) await end(name);
    await Promise.all([...own, other]);
    expect(startedNames).toEqual(['1', '2', '3', 'b']);
  });

  it('a picture that waits too long is refused as busy, and the next one is processed', async () => {
    const { startedNames, send, end } = watched();
    const first = send('a');
    const late = send('b');
    await vi.advanceTimersByTimeAsync(BOUNDS.waitsMsMax);
    expect(await late).toEqual({ kind: 'busy' });
    const next = send('c');
    await end('a');
    await end('c');
    expect(await next).toEqual({ kind: 'done', value: 'c' });
    await first;
    expect(startedNames).toEqual(['a', 'c']);
  });

  it('a picture whose processing fails does not block the next one', async () => {
    const { send, end } = watched();
    const broken = send('a').catch((fault: unknown) => (fault as Error).message);
    const next = send('b');
    await end('a', 'fail');
    await end('b');
    expect([await broken, await next]).toEqual(['a', { kind: 'done', value: 'b' }]);
  });
});
