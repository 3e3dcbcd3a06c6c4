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
    // A fault gets a worker of its own in any case; its files need not have one each.
    isolate: false,
    sequence: { sequencer: NearFirst },
    // Stryker ends what takes longer than it should.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(onServices && { globalSetup: './tools/test/services.ts' }),
  },
});
