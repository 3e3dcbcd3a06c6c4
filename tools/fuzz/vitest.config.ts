import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/api/src/test/fuzz/*.fuzz.ts'],
    globalSetup: './tools/test/services.ts',
    testTimeout: 300_000,
    hookTimeout: 240_000,
    fileParallelism: false,
    provide: {
      fuzzSeed: Number(process.env['FUZZ_SEED'] ?? 1),
      fuzzRequests: Number(process.env['FUZZ_REQUESTS'] ?? 20_000),
    },
  },
});
