import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coverage, createCoverage } from './test/model/coverage.ts';
import { FAULTS } from './test/model/faults.ts';
import { type ModelParts, OUR_PARTS } from './test/model/model-parts.ts';
import { runModel } from './test/model/run-model.ts';

/** `<seed>:<steps>` of a run, as a failure names it. */
const REPLAY = process.env['ROOM_MODEL_REPLAY'];
const RUNS = REPLAY === undefined ? Number(process.env['ROOM_MODEL_RUNS'] ?? 500) : 1;
const SEED = process.env['ROOM_MODEL_SEED'];
const REPLAYED = REPLAY === undefined ? [] : [REPLAY.split(':').map(Number) as [number, number]];
const FAULT_RUNS = 3000;
const MAX_STEPS = 300;
const TIMEOUT_MS = Math.max(120_000, RUNS * 200);

const runSeed = fc.noShrink(fc.noBias(fc.integer()));
/** When a run fails, only its number of steps is reduced, to the shortest beginning that still fails. */
const steps = fc.integer({ min: 0, max: MAX_STEPS });

function checkModel(parts: ModelParts, coverage: Coverage, options: fc.Parameters<[number, number]>) {
  const seed = SEED === undefined ? {} : { seed: Number(SEED) };
  const property = fc.asyncProperty(runSeed, steps, async (one, count) => {
    // Ten thousand runs take minutes; this lets the test runner work in between.
    await setImmediate();
    runModel(one, count, parts, coverage);
  });
  return fc.check(property, { ...seed, ...options });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

describe('clients and server of the room protocol together', () => {
  it(
    '[ROOM-01] [ROOM-02] [ROOM-03] [ROOM-04] [ROOM-05] under random producers, resets, old backups and bad networks every client ends with the state of the server',
    { timeout: TIMEOUT_MS },
    async () => {
      const coverage = createCoverage();
      const startedAtMs = performance.now();
      const result = await checkModel(OUR_PARTS, coverage, { numRuns: RUNS, examples: REPLAYED });
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
      print(`${coverage.table()}\nroom model: ${result.numRuns} runs, seed ${result.seed}, ${seconds} s`);
      if (result.failed) {
        const [seed, count] = result.counterexample ?? [];
        print(`play it again: npm run room:model -- --replay ${seed}:${count}`);
        throw new Error(fc.defaultReportMessage(result));
      }
      expect(REPLAY === undefined ? coverage.missing() : []).toEqual([]);
    },
  );

  it.each(Object.entries(FAULTS))(
    'the random room model test finds the planted fault: %s',
    async (name, parts) => {
      const result = await checkModel(parts, createCoverage(), { numRuns: FAULT_RUNS, endOnFailure: true });
      print(`room model: "${name}" found in run ${result.numRuns}`);
      expect(result.failed).toBe(true);
    },
  );
});
