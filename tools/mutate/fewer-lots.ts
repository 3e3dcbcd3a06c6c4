import { configureGlobal } from 'fast-check';

// A property runs for each of a thousand faults: always with the same few samples, and without shrinking a failure.
configureGlobal({ seed: 1_000_328, numRuns: 25, endOnFailure: true });
