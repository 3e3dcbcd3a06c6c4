import { defineConfig } from '@playwright/test';
import { ALL_SHOTS, FAILED, KEEPS_TRACES, REPORT } from './output.ts';
import { OUR_CHROMIUM } from './our-chromium.ts';

const SLOW_MACHINE_MS = 180_000;
const WAIT_MS = 45_000;

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true };
const PC = { viewport: { width: 1280, height: 800 } };
const JOURNEYS = '{journeys,screens}/**/*.test.ts';

/**
 * One stack for all. Journeys through an outage change a provider for everybody, so they run alone; what was left
 * behind is searched last, when everything has been done. A test tagged with one of the widths runs at no other.
 */
export default defineConfig({
  testMatch: '**/*.test.ts',
  globalSetup: './shop.ts',
  outputDir: FAILED,
  reporter: [['list'], ['json', { outputFile: REPORT }]],
  // Two cores are enough for three: a journey often waits.
  workers: 3,
  // A screen is nobody's neighbour.
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
    // The worker fetches every page ahead: only journeys that need it pay for that.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Its film took a quarter of all CPU time; what a page showed at each step is in its snapshots, which take a third.
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
