import { RECHARGE_REFUSALS } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { CLIENT_RESULTS } from './endpoint.ts';
import { ERROR_CATALOGUE, FAULT, NO_SUCH_CALL, PART_TIMED_OUT } from './error-catalogue.ts';
import { errorMessage } from './error-messages.ts';
import { refusalOfResult, type RefusalKind } from './refusal-results.ts';

const KINDS = Object.keys(ERROR_CATALOGUE) as RefusalKind[];
const ARABIC = /\p{Script=Arabic}/u;

it('every refusal has a result of its own, and the result leads back to it', () => {
  const results = KINDS.map((kind) => ERROR_CATALOGUE[kind].result);
  expect(new Set(results).size).toBe(KINDS.length);
  for (const kind of KINDS) expect(refusalOfResult(ERROR_CATALOGUE[kind].result)).toBe(kind);
});

it('no other number is taken for a refusal', () => {
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

it('[RCP-03] banned is 20001, deactivated or cancelled is 20186', () => {
  expect(ERROR_CATALOGUE.banned.result).toBe(20001);
  expect(ERROR_CATALOGUE.deactivated.result).toBe(20186);
});

it('[RCP-03] every reason not to recharge has its own message', () => {
  const messages = RECHARGE_REFUSALS.map((refusal) => errorMessage(refusal, 'ar'));
  expect(new Set(messages).size).toBe(RECHARGE_REFUSALS.length);
});

it('[RCP-04] a ludo account is told apart from an account of any other app', () => {
  expect(ERROR_CATALOGUE['ludo-account'].result).not.toBe(ERROR_CATALOGUE['source-mismatch'].result);
  expect(errorMessage('ludo-account', 'ar')).not.toBe(errorMessage('source-mismatch', 'ar'));
});

const EVERYTHING_SAID = [...KINDS, FAULT.kind, NO_SUCH_CALL.kind, PART_TIMED_OUT.kind];

it('every message is an Arabic sentence, short, without shouting', () => {
  for (const message of EVERYTHING_SAID.map((kind) => errorMessage(kind, 'ar'))) {
    expect(message).toMatch(ARABIC);
    expect(message).toMatch(/\.$/);
    // The wallet's name is never translated.
    expect(message.replace('Apple Pay', '')).not.toMatch(/[!A-Za-z]/);
    expect(message.length).toBeLessThanOrEqual(80);
  }
});

it('[ERR-01 in part] every message is an English sentence too, about as short, without a dash or shouting', () => {
  for (const message of EVERYTHING_SAID.map((kind) => errorMessage(kind, 'en'))) {
    expect(message).toMatch(/^[A-Z0-9].*\.$/);
    expect(message).not.toMatch(/[!—–]|\p{Script=Arabic}/u);
    expect(message.length).toBeLessThanOrEqual(120);
  }
});

it('a rule of the business is answered with 200, a broken or excessive request is not', () => {
  for (const refusal of RECHARGE_REFUSALS) expect(ERROR_CATALOGUE[refusal].httpStatus).toBe(200);
  expect(ERROR_CATALOGUE.malformed.httpStatus).toBe(400);
  expect(ERROR_CATALOGUE['card-data'].httpStatus).toBe(400);
  expect(ERROR_CATALOGUE['too-many-tries'].httpStatus).toBe(429);
  expect(ERROR_CATALOGUE['request-id-reused'].httpStatus).toBe(409);
  expect(FAULT.httpStatus).toBe(500);
});
