import { envelopeSchema, parse, refusalOfResult, resultOf, type Codec } from '@jawhara/contract';
import * as v from 'valibot';
import type { CallAnswer } from './call-answer.ts';

/** An HTTP answer before it is parsed. */
export interface Answered {
  readonly status: number;
  readonly body: string;
  /** How long to wait, where the server gives a time. */
  readonly retryAfter?: string | null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isHttpFailure(status: number): boolean {
  return status < 200 || status > 299;
}

/** Called with every answer, besides the caller's own handling. */
export interface AnswerListener {
  /** Called for every result but 0. */
  readonly onRefused?: (result: number, message: string) => void;
  /** A message the server wants shown, with any result. */
  readonly onToast?: ((toast: string) => void) | undefined;
  /** Result 0, but the data is missing or cannot be read. */
  readonly onMissing?: (() => void) | undefined;
}

/** Parses the envelope of an answer. */
export function readAnswer<Value>(
  codec: Codec<Value>,
  answered: Answered,
  { onRefused, onToast, onMissing }: AnswerListener = {},
): CallAnswer<Value> {
  const envelope = v.safeParse(envelopeSchema, parseJson(answered.body));
  const failedByStatus = { kind: 'failed', failure: { status: answered.status } } as const;
  if (!envelope.success) {
    if (isHttpFailure(answered.status)) onRefused?.(answered.status, answered.body);
    return failedByStatus;
  }
  const result = resultOf(envelope.output);
  if (envelope.output.toast) onToast?.(envelope.output.toast);
  if (result === 0 && !isHttpFailure(answered.status)) {
    const answer = parse(codec, envelope.output.data);
    if (answer.kind === 'parsed') return { kind: 'ok', value: answer.value };
    onMissing?.();
    return failedByStatus;
  }
  onRefused?.(result === 0 ? answered.status : result, envelope.output.message);
  const refusal = refusalOfResult(result);
  // Some refusals have a status of their own; a refusal we do not know, with a status of failure, is a server fault.
  if (refusal === null && isHttpFailure(answered.status)) return failedByStatus;
  const { message, data, toast } = envelope.output;
  const { retryAfter = null } = answered;
  return {
    kind: 'refused',
    refusal,
    result,
    message: toast ?? message,
    ...(data === null ? {} : { data }),
    ...(retryAfter === null ? {} : { retryAfterS: Number(retryAfter) }),
  };
}
