import { RECHARGE_REFUSALS } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { CLIENT_RESULTS } from './endpoint.ts';
import { ERROR_CATALOGUE, FAULT, NO_SUCH_CALL, PART_TIMED_OUT } from './error-catalogue.ts';
import { errorMessage } from './error-messages.ts';
import { refusalOfResult, type RefusalKind } from './refusal-results.ts';

const KINDS = Object.keys(ERROR_CATALOGUE) as RefusalKind[];
const ARABIC = /\p{Script=Arabic}/u;

it('every refusal has its own result number, and is found again by that number', () => {
  const results = KINDS.map((kind) => ERROR_CATALOGUE[kind].result);
  expect(new Set(results).size).toBe(KINDS.length);
  for (const kind of KINDS) expect(refusalOfResult(ERROR_CATALOGUE[kind].result)).toBe(kind);
});

it('result numbers of successes, faults and calls without an answer are not taken for refusals', () => {
  for (const result of [
    0,
    200,
    FAULT.result,
    NO_SUCH_CALL.result,
    ...Object.values(CLIENT_RESULTS),
    20000,
    22000,
  ]) {
    expect(refusalOfResult(result)).toBeNull();
  }
});

it('[RCP-03] the refusal banned has result 20001, deactivated has 20186', () => {
  expect(ERROR_CATALOGUE.banned.result).toBe(20001);
  expect(ERROR_CATALOGUE.deactivated.result).toBe(20186);
});

it('[RCP-03] each reason why a recipient is refused has its own message', () => {
  const messages = RECHARGE_REFUSALS.map((refusal) => errorMessage(refusal, 'ar'));
  expect(new Set(messages).size).toBe(RECHARGE_REFUSALS.length);
});

it('[RCP-04] a refused ludo account has another result and message than an account of any other app', () => {
  expect(ERROR_CATALOGUE['ludo-account'].result).not.toBe(ERROR_CATALOGUE['source-mismatch'].result);
  expect(errorMessage('ludo-account', 'ar')).not.toBe(errorMessage('source-mismatch', 'ar'));
});

const EVERYTHING_SAID = [...KINDS, FAULT.kind, NO_SUCH_CALL.kind, PART_TIMED_OUT.kind];

it('every Arabic error message is a short sentence without exclamation', () => {
  for (const message of EVERYTHING_SAID.map((kind) => errorMessage(kind, 'ar'))) {
    expect(message).toMatch(ARABIC);
    expect(message).toMatch(/\.$/);
    // The wallet's name is never translated.
    expect(message.replace('Apple Pay', '')).not.toMatch(/[!A-Za-z]/);
    expect(message.length).toBeLessThanOrEqual(80);
  }
});

it('[ERR-01 in part] every error message is also a short English sentence without dash or exclamation', () => {
  for (const message of EVERYTHING_SAID.map((kind) => errorMessage(kind, 'en'))) {
    expect(message).toMatch(/^[A-Z0-9].*\.$/);
    expect(message).not.toMatch(/[!—–]|\p{Script=Arabic}/u);
    expect(message.length).toBeLessThanOrEqual(120);
  }
});

it('a refusal by a business rule has HTTP status 200, a broken or excessive request an error status', () => {
  for (const refusal of RECHARGE_REFUSALS) expect(ERROR_CATALOGUE[refusal].httpStatus).toBe(200);
  expect(ERROR_CATALOGUE.malformed.httpStatus).toBe(400);
  expect(ERROR_CATALOGUE['card-data'].httpStatus).toBe(400);
  expect(ERROR_CATALOGUE['too-many-tries'].httpStatus).toBe(429);
  expect(ERROR_CATALOGUE['request-id-reused'].httpStatus).toBe(409);
  expect(FAULT.httpStatus).toBe(500);
});
