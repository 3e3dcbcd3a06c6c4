import * as v from 'valibot';
import type { RefusalKind } from './refusal-results.ts';

/** Both directions of one shape: parses wire values into ours, and writes ours to the wire. */
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

/** Never repeats the invalid value, which may be a secret. */
export function parse<Ours>(shape: Pick<Codec<Ours>, 'schema'>, wire: unknown): Parsed<Ours> {
  const result = v.safeParse(shape.schema, wire, { abortEarly: true });
  if (result.success) return { kind: 'parsed', value: result.output };
  return { kind: 'malformed', where: v.getDotPath(result.issues[0]) ?? 'request' };
}

export type Method = 'GET' | 'POST';

/** A call of the API as a value, which the site, the server and the tests share. */
export interface Endpoint<Request = unknown, Answer = unknown> {
  readonly name: string;
  /** The specified method first. A call that changes state or carries a secret also answers to POST, and the site uses POST. */
  readonly methods: readonly [Method, ...Method[]];
  /**
   * Whether another call can notice the effect of this one: a row, a session, a message to a provider; rate limits do not count.
   * Stated for each call, because the specification lets many of them change things by GET.
   */
  readonly changes: boolean;
  readonly path: `/${string}`;
  readonly request: Codec<Request>;
  readonly answer: Codec<Answer>;
  /** Sent as multipart with a file in this part. It is streamed, so no schema names it; the other fields come before it. */
  readonly filePart?: string;
  /** The size limit of that file. */
  readonly fileBytesMax?: number;
  /** The call only records usage: the page does not send it for a visitor who objects. */
  readonly isUsage?: true;
  /** Refusals of this call, besides DOOR_REFUSALS, which every call may get. */
  readonly refusals?: readonly RefusalKind[];
}

export function endpoint<Request, Answer>(value: Endpoint<Request, Answer>): Endpoint<Request, Answer> {
  return value;
}

/** The method that our pages use. */
export function preferredMethod(methods: Endpoint['methods']): Method {
  return methods.includes('POST') ? 'POST' : methods[0];
}

/** The header with the idempotency key of a call that creates something. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The header of a visitor who objects to usage records. */
export const NO_USAGE_HEADER = 'x-cli-nu';

/** The headers with the session key: the usual one, and the one for paths with /third/. */
export const SESSION_KEY_HEADERS = ['x-session-key', 'x-account-token'] as const;

export function sessionKeyHeader(path: string): (typeof SESSION_KEY_HEADERS)[number] {
  return path.includes('/third/') ? 'x-account-token' : 'x-session-key';
}

/** The form of every answer of the API, of refusals and faults too. */
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

/** Some of the app's servers send only `code: 200`, which is result 0. */
export function resultOf(envelope: { result?: number | undefined; code?: number | undefined }): number {
  if (envelope.code === SUCCESS_CODE) return 0;
  return envelope.result ?? envelope.code ?? 0;
}

/** Result numbers that the client gives to calls without an answer. */
export const CLIENT_RESULTS = {
  timeout: -1,
  'no-response': -2,
  'set-up-failure': -3,
  // All errors of the app's bridge (the calls between the page and the app around it) have this number.
  'bridge-failure': -4,
  'bridge-network': -4,
  'bridge-security': -4,
  aborted: -5,
} as const;

/** A login call that threw an error: our own fault, reported under this number. */
export const LOGIN_THREW_RESULT = -9999;

export type ClientFailure = keyof typeof CLIENT_RESULTS;
