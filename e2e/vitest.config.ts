import { defineConfig } from 'vitest/config';

/**
 * One stack and one browser for all. Journeys through bad weather change a provider for everybody, so they run alone;
 * what was left behind is searched last, when everything has been done.
 */
const SLOW_MACHINE_MS = 60_000;

const shared = {
  testTimeout: SLOW_MACHINE_MS,
  hookTimeout: SLOW_MACHINE_MS,
  // Two cores are enough for three: a journey often waits.
  maxWorkers: 3,
  expect: { poll: { timeout: 20_000, interval: 50 } },
};

export default defineConfig({
  test: {
    globalSetup: './e2e/shop.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'journeys',
          include: ['e2e/{journeys,screens}/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'weather',
          include: ['e2e/weather/*.test.ts'],
          fileParallelism: false,
          testTimeout: 2 * SLOW_MACHINE_MS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...shared, name: 'traces', include: ['e2e/traces/*.test.ts'], sequence: { groupOrder: 3 } },
      },
    ],
  },
});
