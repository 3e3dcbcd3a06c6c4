import { configureGlobal } from 'fast-check';

// Each property test runs for each of a thousand faults, so it tries only a few samples, always the same, and shrinks no failure.
configureGlobal({ seed: 1_000_328, numRuns: 25, endOnFailure: true });
