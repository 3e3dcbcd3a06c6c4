import { defineConfig } from '@playwright/test';
import { ALL_SHOTS, FAILED, KEEPS_TRACES, REPORT } from './output.ts';
import { OUR_CHROMIUM } from './our-chromium.ts';

const SLOW_MACHINE_MS = 180_000;
const WAIT_MS = 45_000;

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true };
const PC = { viewport: { width: 1280, height: 800 } };
const JOURNEYS = '{journeys,screens}/**/*.test.ts';

/**
 * All tests share one stack. Outage tests change a provider for all journeys, so they run alone; stored data is searched for
 * card data last. A test tagged with a width runs only at that width.
 */
export default defineConfig({
  testMatch: '**/*.test.ts',
  globalSetup: './shop.ts',
  outputDir: FAILED,
  reporter: [['list'], ['json', { outputFile: REPORT }]],
  // Three workers on two cores, because a journey often waits.
  workers: 3,
  // Screens do not affect each other.
  fullyParallel: ALL_SHOTS,
  timeout: SLOW_MACHINE_MS,
  expect: { timeout: WAIT_MS },
  use: {
    launchOptions: OUR_CHROMIUM,
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
    locale: 'ar-SA',
    timezoneId: 'Asia/Riyadh',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    // The service worker prefetches every page, so only journeys that need it enable it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Screenshots in traces took a quarter of all CPU time; the page at each step is in the snapshots, which take a third.
    trace: KEEPS_TRACES ? { mode: 'retain-on-failure', screenshots: false } : 'off',
  },
  projects: [
    { name: 'phone', testMatch: JOURNEYS, grepInvert: /@pc\b/, use: PHONE },
    { name: 'pc', testMatch: JOURNEYS, grepInvert: /@phone\b/, use: PC },
    {
      name: 'outage',
      testMatch: 'outage/*.test.ts',
      dependencies: ['phone', 'pc'],
      workers: 1,
      timeout: 2 * SLOW_MACHINE_MS,
      use: PHONE,
    },
    { name: 'traces', testMatch: 'traces/*.test.ts', dependencies: ['outage'] },
  ],
});
