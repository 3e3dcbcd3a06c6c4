import * as v from 'valibot';
import type { WireValue } from './codec.ts';

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
