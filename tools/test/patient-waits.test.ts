import { expect, it, vi } from 'vitest';

it.each([{}, { interval: 10 }])(
  'a wait goes on beyond the second that Vitest gives it, with %o too',
  async (options) => {
    const from = performance.now();
    await vi.waitFor(() => expect(performance.now() - from).toBeGreaterThan(1_100), options);
  },
);
