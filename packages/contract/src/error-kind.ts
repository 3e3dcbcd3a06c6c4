import type { RefusalKind } from './refusal-results.ts';

/** Everything that an envelope may say to a person. */
export type ErrorKind = RefusalKind | 'fault' | 'part-timed-out' | 'no-such-call';

/** A refusal without its sentence does not compile, in any language. */
export type ErrorMessages = Readonly<Record<ErrorKind, string>>;
