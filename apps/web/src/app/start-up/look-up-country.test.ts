import { readPosition, reportTrace } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { storedCountry } from '../../browser/storage/device.ts';
import { lookUpCountry } from './start-up.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Runs the look-up with all its waits. Returns "well", or the message of its error. */
async function ended(): Promise<string> {
  const end = Promise.resolve(lookUpCountry.run()).then(
    () => 'well',
    (cause: Error) => cause.message,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return end;
}

describe('the country look-up', () => {
  it('[APP-14] the country is looked up once at /api/timeline/position/ and stored', async () => {
    network.use(answer(readPosition, { country: 'SA' }), answer(reportTrace, {}));
    expect(await ended()).toBe('well');
    expect(readPosition).toMatchObject({ path: '/api/timeline/position/', methods: ['GET'] });
    expect(requestsTo(readPosition)).toHaveLength(1);
    expect(storedCountry.read()).toBe('SA');
    expect(requestsTo(reportTrace)).toHaveLength(0);
  });

  it('[APP-14] the country look-up is tried five times, and a fifth success is stored', async () => {
    let tries = 0;
    network.use(
      answer(readPosition, () => {
        tries += 1;
        return tries < 5 ? LOST : { country: 'KW' };
      }),
      answer(reportTrace, {}),
    );
    expect(await ended()).toBe('well');
    expect([tries, storedCountry.read()]).toEqual([5, 'KW']);
    expect(requestsTo(reportTrace)).toHaveLength(0);
  });

  it('[APP-14] a country look-up that fails five times is reported once to /api/order/tmp_report/', async () => {
    network.use(answer(readPosition, LOST), answer(reportTrace, {}));
    expect(await ended()).toBe('no country after 5 tries: -2');
    expect(requestsTo(readPosition)).toHaveLength(5);
    expect(reportTrace.path).toBe('/api/order/tmp_report/');
    expect(requestsTo(reportTrace)).toEqual([{ data: '{"step":"position","tries":5,"result":-2}' }]);
  });

  it('a country look-up answered without a country is not repeated, and the stored country stays', async () => {
    storedCountry.write('SA');
    network.use(answer(readPosition, { country: null }));
    expect(await ended()).toBe('well');
    expect(requestsTo(readPosition)).toHaveLength(1);
    expect(storedCountry.read()).toBe('SA');
  });
});
