import { defineConfig } from 'vitest/config';
import { AREAS, isAreaName } from './areas.ts';
import { NearFirst } from './near-first.ts';

const name = process.env['MUTATE_AREA'] ?? '';
if (!isAreaName(name)) throw new Error(`MUTATE_AREA names no area: ${name}`);
const { tests, onServices } = AREAS[name];

export default defineConfig({
  test: {
    include: [...tests],
    setupFiles: ['./tools/mutate/fewer-lots.ts'],
    // Each fault has its own worker already; its test files need no further isolation.
    isolate: false,
    sequence: { sequencer: NearFirst },
    // Stryker itself ends tests that run too long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(onServices && { globalSetup: './tools/test/services.ts' }),
  },
});
