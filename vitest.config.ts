import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './tools/test/patience.ts';

const setupFiles = ['./tools/test/same-chance-in-ci.ts', './tools/test/patient-waits.ts'];
const serviceFiles = ['./tools/test/mended-driver.ts', ...setupFiles];
const expect = { poll: { timeout: PATIENCE_MS } };
/** Two even on two cores. */
const SMALL_MACHINE_WORKERS = 2;

export default defineConfig({
  test: {
    projects: [
      // Pure functions leave nothing behind, so their files need no process each.
      {
        test: {
          name: 'pure',
          setupFiles,
          expect,
          include: ['packages/*/src/**/*.test.ts'],
          isolate: false,
          maxWorkers: SMALL_MACHINE_WORKERS,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'tools',
          setupFiles,
          expect,
          include: ['{tools,chaos,bench}/**/*.test.ts'],
          // Vitest leaves one core of two to itself; these wait for servers and time-outs most of the time.
          maxWorkers: SMALL_MACHINE_WORKERS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: import.meta.dirname,
        test: {
          name: 'web',
          setupFiles: [...setupFiles, './apps/web/src/words/test/all-words.ts'],
          expect,
          environment: 'happy-dom',
          // Each file has its own globals, as elsewhere, but a page is set up once for a worker and not for every file.
          pool: 'vmThreads',
          // After the others, when no service takes a core from these.
          maxWorkers: '100%',
          sequence: { groupOrder: 2 },
          include: ['apps/web/{src,build}/**/*.test.{ts,tsx}'],
          // Longer than a test waits for anything, so that a failure is reported by the wait that failed.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'services',
          // Only where `npm run explain -- --record` runs them: every statement that is sent is written down.
          setupFiles: process.env['RECORD_STATEMENTS']
            ? [...serviceFiles, './tools/explain/record-while-testing.ts']
            : serviceFiles,
          expect,
          include: ['apps/{api,rooms,sandbox}/src/**/*.test.ts', 'simulation/**/*.test.ts'],
          globalSetup: './tools/test/services.ts',
          // Each wait in a test has its own limit, PATIENCE_MS; this one allows many waits in a row.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Our programs keep no state in modules, so the files can share them: loading took most of a file's time.
          isolate: false,
          // They often wait for the database and the engine.
          maxWorkers: SMALL_MACHINE_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
