import { expect, it, vi } from 'vitest';

it.each([{}, { interval: 10 }])(
  'vi.waitFor waits longer than Vitest’s default second, also with the options %o',
  async (options) => {
    const from = performance.now();
    await vi.waitFor(() => expect(performance.now() - from).toBeGreaterThan(1_100), options);
  },
);
