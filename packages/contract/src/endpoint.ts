import type { Codec } from './codec.ts';
import type { RefusalKind } from './refusal-results.ts';

export type Method = 'GET' | 'POST';

/** A call as a value: the site calls it, the server answers it, the tests walk it. */
export interface Endpoint<Request = unknown, Answer = unknown> {
  readonly name: string;
  /** The specified method first. A call that changes state or carries a secret also answers to POST, and the site uses POST. */
  readonly methods: readonly [Method, ...Method[]];
  /**
   * Whether it leaves anything behind that another call can notice: a row, a session, a word to a provider. Counting how often
   * somebody asks is not meant. Said of each call by itself, because the specification lets many of them change things by GET.
   */
  readonly changes: boolean;
  readonly path: `/${string}`;
  readonly request: Codec<Request>;
  readonly answer: Codec<Answer>;
  /** Sent as multipart with a file in this part. It is streamed, so no schema names it; the other fields come before it. */
  readonly filePart?: string;
  /** How large that file may be. */
  readonly fileBytesMax?: number;
  /** It leaves a record of how the site is used, and nothing else: whoever objects does not make it. */
  readonly isUsage?: true;
  /** Refusals of this call besides those of the door, which every call may meet. */
  readonly refusals?: readonly RefusalKind[];
}

export function endpoint<Request, Answer>(value: Endpoint<Request, Answer>): Endpoint<Request, Answer> {
  return value;
}

/** The one a browser of ours uses. */
export function preferredMethod(methods: Endpoint['methods']): Method {
  return methods.includes('POST') ? 'POST' : methods[0];
}

/** Carries the idempotency key of a call that creates something. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Says that the sender wants no records of how they use the site. */
export const NO_USAGE_HEADER = 'x-cli-nu';

/** Carries the session key: the usual one, and the one that paths containing /third/ use. */
export const SESSION_KEY_HEADERS = ['x-session-key', 'x-account-token'] as const;

export function sessionKeyHeader(path: string): (typeof SESSION_KEY_HEADERS)[number] {
  return path.includes('/third/') ? 'x-account-token' : 'x-session-key';
}
