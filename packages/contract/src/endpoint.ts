import * as v from 'valibot';
import type { RefusalKind } from './refusal-results.ts';

/** Both directions of one shape: what comes off the wire is parsed into our words, what goes on it is written from them. */
export interface Codec<Ours> {
  readonly schema: v.GenericSchema<unknown, Ours>;
  readonly write: (ours: Ours) => WireObject;
}

export type WireValue = string | number | boolean | null | readonly WireValue[] | WireObject;
export interface WireObject {
  readonly [name: string]: WireValue | undefined;
}

export function codec<Wire, Ours>(
  schema: v.GenericSchema<Wire, Ours>,
  write: (ours: Ours) => Wire & WireObject,
): Codec<Ours> {
  return { schema, write };
}

export type Parsed<Ours> =
  | { readonly kind: 'parsed'; readonly value: Ours }
  | { readonly kind: 'malformed'; readonly where: string };

/** Never repeats the value that was wrong: it may be a secret. */
export function parse<Ours>(shape: Pick<Codec<Ours>, 'schema'>, wire: unknown): Parsed<Ours> {
  const result = v.safeParse(shape.schema, wire, { abortEarly: true });
  if (result.success) return { kind: 'parsed', value: result.output };
  return { kind: 'malformed', where: v.getDotPath(result.issues[0]) ?? 'request' };
}

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

/** Every answer of the API, good or bad. */
export interface Envelope {
  readonly result: number;
  readonly code: number;
  readonly message: string;
  readonly data: WireValue | null;
  readonly toast?: string;
}

export const envelopeSchema = v.object({
  result: v.optional(v.number()),
  code: v.optional(v.number()),
  message: v.optional(v.string(), ''),
  data: v.optional(v.unknown(), null),
  toast: v.optional(v.string()),
});

export const SUCCESS_CODE = 200;

/** Some servers of the app say only `code: 200`; that is result 0. */
export function resultOf(envelope: { result?: number | undefined; code?: number | undefined }): number {
  if (envelope.code === SUCCESS_CODE) return 0;
  return envelope.result ?? envelope.code ?? 0;
}

/** Numbers a client gives to calls that never got an answer. */
export const CLIENT_RESULTS = {
  timeout: -1,
  'no-response': -2,
  'set-up-failure': -3,
  // A single number for whatever the app answers; three ways to say it.
  'bridge-failure': -4,
  'bridge-network': -4,
  'bridge-security': -4,
  aborted: -5,
} as const;

/** A login call that threw instead of failing: a fault of ours, reported under this number. */
export const LOGIN_THREW_RESULT = -9999;

export type ClientFailure = keyof typeof CLIENT_RESULTS;
