import type { Answer } from '../world/answer.ts';

export function errorAnswer(status: number, code: string, description: string): Answer {
  return { status, body: { errors: [{ code, error: description, description }] } };
}

export const UNAUTHORISED = errorAnswer(401, '2104', 'Unauthorized, an API key is required');
export const TOO_MANY = errorAnswer(429, '2429', 'Too many requests');
export const CONFLICT = errorAnswer(409, '1157', 'The request conflicts with another request');

export function invalid(what: string): Answer {
  return errorAnswer(400, '1117', `${what} is invalid`);
}

export const SOURCE_USED = errorAnswer(400, '1126', 'Source already used');

export function missing(what: string): Answer {
  return errorAnswer(404, '1143', `${what} is not found`);
}

export function serverError(status = 500): Answer {
  return errorAnswer(status, '9999', 'Something went wrong');
}
