import { describe, expect, it } from 'vitest';
import { runInOrder, type StartUpStep } from './run-in-order.ts';
import { START_UP_STEPS, startUp } from './start-up.ts';

describe('start-up', () => {
  it('runs in order, waits for each step, and a failed one is reported and stops nothing', async () => {
    const log: string[] = [];
    const step = (name: string, run: StartUpStep['run']): StartUpStep => ({ name, run });
    await runInOrder(
      [
        step('slow', async () => {
          await Promise.resolve();
          log.push('slow');
        }),
        step('throws', () => {
          throw new Error('no storage');
        }),
        step('rejects', () => Promise.reject(new Error('no network'))),
        step('last', () => void log.push('last')),
      ],
      (name, cause) => log.push(`${name} failed: ${(cause as Error).message}`),
    );
    expect(log).toEqual(['slow', 'throws failed: no storage', 'rejects failed: no network', 'last']);
  });

  it('the steps that exist stand in the specified order', () => {
    expect(START_UP_STEPS.map(({ name }) => name)).toEqual([
      'page-view-id',
      'device-token',
      'login-restore',
      'service-worker',
    ]);
  });

  it('leaves a page view and a client id behind', async () => {
    localStorage.clear();
    await startUp((step) => {
      throw new Error(step);
    });
    expect(localStorage.getItem('jawhara.page_view')).not.toBeNull();
    expect(localStorage.getItem('jawhara.client_id')).toMatch(/^"[0-9a-f]{32}"$/);
  });
});
