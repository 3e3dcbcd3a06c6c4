/**
 * How long a test waits for an expected event: long enough even if other processes use four fifths of the machine. The full time
 * passes only if the event never comes.
 */
export const PATIENCE_MS = 60_000;

/** For the few tests that measure a time: other load on the machine can spoil a measurement, so they try again before they fail. */
export const MEASURED_AGAIN = { retry: 4 };
