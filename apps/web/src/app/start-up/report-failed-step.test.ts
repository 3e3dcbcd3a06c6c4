import { afterEach, expect, it, vi } from 'vitest';
import { createEventQueue, type TrackedEvent } from '../../browser/event-queue.ts';
import { reportFailedStep } from '../after-first-paint.ts';
import { runInOrder } from './run-in-order.ts';

afterEach(() => vi.restoreAllMocks());

/** A step that fails between two that work. */
async function failInTheMiddle(): Promise<{ reported: TrackedEvent[]; ran: string[] }> {
  const reported: TrackedEvent[] = [];
  const ran: string[] = [];
  createEventQueue().onTracked((one) => void reported.push(one));
  const step = (name: string, run: () => void) => ({ name, withinMs: 1_000, run });
  const broken = () => {
    throw new Error('no storage');
  };
  await runInOrder(
    [
      step('first', () => void ran.push('first')),
      step('country', broken),
      step('last', () => void ran.push('last')),
    ],
    reportFailedStep,
  );
  return { reported, ran };
}

it('[APP-01] a start-up step that fails is reported with its name and cause, and the next steps run', async () => {
  const { reported, ran } = await failInTheMiddle();
  expect(ran).toEqual(['first', 'last']);
  expect(reported).toHaveLength(1);
  const { error } = reported[0] as ErrorEvent;
  expect(error).toMatchObject({ message: 'start-up: country', cause: { message: 'no storage' } });
});

it('a start-up step that fails without a network is not reported', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  const { reported, ran } = await failInTheMiddle();
  expect([reported, ran]).toEqual([[], ['first', 'last']]);
});
