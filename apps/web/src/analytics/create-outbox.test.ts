import type { BatchPart } from '@jawhara/contract';
import { BATCH_PARTS_MAX } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AGAIN_AFTER_MS, BATCH_AFTER_MS, createOutbox, TRIES_MAX, WAITING_MAX } from './create-outbox.ts';

const part = (nth: number, text = ''): BatchPart => ({
  method: 'POST',
  path: '/x/',
  requestId: `r-${nth}`,
  params: { text },
  headers: {},
});
const ids = (parts: readonly BatchPart[]): string[] => parts.map(({ requestId }) => requestId);

function outbox({ answers = async (): Promise<boolean> => true, atOnce = false, beaconMost = 99 } = {}) {
  const network = { isReachable: true };
  const sent: string[][] = [];
  const beacons: string[][] = [];
  const box = createOutbox({
    send: (parts) => {
      sent.push(ids(parts));
      return answers();
    },
    sendLeaving: (parts) => {
      const isAccepted = parts.length <= beaconMost;
      if (isAccepted) beacons.push(ids(parts));
      return isAccepted;
    },
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    sendsAtOnce: () => atOnce,
    isOnline: () => network.isReachable,
  });
  const put = (from: number, to: number): void => {
    for (let nth = from; nth <= to; nth += 1) box.put(part(nth));
  };
  return { box, sent, beacons, put, network };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('events that wait to be sent', () => {
  it('analytics events are sent together after a delay, a full batch at once, and each event once', async () => {
    const { sent, put } = outbox();
    put(1, 2);
    await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([['r-1', 'r-2']]);
    put(3, BATCH_PARTS_MAX + 3);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toHaveLength(BATCH_PARTS_MAX);
    await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS);
    expect(sent[2]).toEqual([`r-${BATCH_PARTS_MAX + 3}`]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(3);
  });

  it('with the parameter s_log in the link an event is sent at once', () => {
    const { sent, put } = outbox({ atOnce: true });
    put(1, 1);
    expect(sent).toEqual([['r-1']]);
  });

  it('[EVT-04] with a slow server one batch is sent at a time, and the oldest waiting events are dropped', async () => {
    const { sent, put, box, beacons } = outbox({ answers: () => new Promise(() => undefined) });
    put(1, BATCH_PARTS_MAX);
    put(101, 500);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toHaveLength(1);
    box.leave(false);
    expect(beacons.flat()).toHaveLength(WAITING_MAX);
    expect(beacons.flat().at(-1)).toBe('r-500');
  });

  it('[EVT-04] [WAL-09] while the server fails, an event batch is sent four times in all and then dropped', async () => {
    const { sent, put } = outbox({ answers: async () => false });
    put(1, 1);
    await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS);
    put(2, 2);
    await vi.advanceTimersByTimeAsync(AGAIN_AFTER_MS);
    expect(sent).toEqual([['r-1'], ['r-1', 'r-2']]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(sent).toHaveLength(TRIES_MAX);
    expect(TRIES_MAX - 1).toBe(3);
  });

  it('[EVT-04] while the server fails, new events cause no further request before the retry delay ends', async () => {
    const { sent, put } = outbox({ answers: async () => false });
    put(1, BATCH_PARTS_MAX);
    await vi.advanceTimersByTimeAsync(0);
    put(100, 200);
    await vi.advanceTimersByTimeAsync(AGAIN_AFTER_MS - 1);
    expect(sent).toHaveLength(1);
  });
});

it('[EVT-04] offline no events are sent and none are dropped; they are sent when the network is back', async () => {
  const { sent, put, network } = outbox();
  network.isReachable = false;
  put(1, 2);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sent).toEqual([]);
  network.isReachable = true;
  await vi.advanceTimersByTimeAsync(AGAIN_AFTER_MS);
  expect(sent).toEqual([['r-1', 'r-2']]);
});

describe('events when the page is hidden or closed', () => {
  it('on a hidden page waiting events are sent by beacon; events that the browser refuses are sent later as usual', async () => {
    const { box, beacons, put } = outbox();
    put(1, 3);
    box.leave(false);
    expect(beacons).toEqual([['r-1', 'r-2', 'r-3']]);
    box.leave(true);
    expect(beacons).toHaveLength(1);

    const full = outbox({ beaconMost: 0 });
    full.put(1, 1);
    full.box.leave(true);
    await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS);
    expect(full.sent).toEqual([['r-1']]);
  });

  it('when the page is left, events too long for one beacon are split into several', () => {
    const { box, beacons, sent } = outbox();
    for (let nth = 1; nth <= 7; nth += 1) box.put(part(nth, 'x'.repeat(6_000)));
    box.put(part(8, 'x'.repeat(60_000)));
    box.leave(true);
    expect(beacons.map((one) => one.length)).toEqual([4, 3, 1]);
    expect(sent).toEqual([]);
  });

  it('a batch of events still being sent is repeated by beacon when the page closes, and not when it is only hidden', () => {
    const { box, beacons, put } = outbox({ atOnce: true, answers: () => new Promise(() => undefined) });
    put(1, 2);
    box.leave(false);
    expect(beacons).toEqual([['r-2']]);
    box.leave(true);
    expect(beacons).toEqual([['r-2'], ['r-1']]);
  });

  it('waiting events are discarded when the visitor objects to analytics', async () => {
    const { box, sent, put } = outbox();
    put(1, 1);
    box.clear();
    await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS);
    expect(sent).toEqual([]);
  });
});
