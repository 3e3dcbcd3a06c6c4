import type { Answer } from '../world/answer.ts';

interface ErrorFacts {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly payment_intent?: object;
}

export function errorAnswer(status: number, error: ErrorFacts): Answer {
  return { status, body: { error } };
}

export function invalid(code: string, param: string, message = `Invalid ${param}.`): Answer {
  return errorAnswer(400, { type: 'invalid_request_error', code, param, message });
}

export function missing(param: string, id: string): Answer {
  const message = `No such ${param}: '${id}'`;
  return errorAnswer(404, { type: 'invalid_request_error', code: 'resource_missing', param, message });
}

export const UNAUTHORISED: Answer = errorAnswer(401, {
  type: 'invalid_request_error',
  message: 'Invalid API Key provided.',
});

export const TOO_MANY: Answer = errorAnswer(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Too many requests.',
});

export const KEY_IN_USE: Answer = errorAnswer(409, {
  type: 'invalid_request_error',
  code: 'idempotency_key_in_use',
  message: 'There is currently another in-progress request using this Idempotent Key.',
});

export const KEY_OF_ANOTHER_BODY: Answer = errorAnswer(400, {
  type: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
});

export function serverError(status = 500): Answer {
  return errorAnswer(status, { type: 'api_error', message: 'An unknown error occurred.' });
}
