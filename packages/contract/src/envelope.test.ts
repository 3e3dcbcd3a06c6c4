import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CLIENT_RESULTS, SUCCESS_CODE, envelopeSchema, resultOf } from './envelope.ts';

it('[NET-02] an envelope has result, code, message, data and perhaps a toast', () => {
  const full = { result: 20001, code: 20001, message: 'no', data: { a: 1 }, toast: 'no' };
  expect(v.parse(envelopeSchema, full)).toEqual(full);
  expect(v.parse(envelopeSchema, { code: 200 })).toEqual({ code: 200, message: '', data: null });
  for (const broken of [null, 'text', [], { result: '0' }, { message: 7 }]) {
    expect(v.is(envelopeSchema, broken)).toBe(Array.isArray(broken));
  }
});

it('[NET-02] code 200 is result 0', () => {
  expect(SUCCESS_CODE).toBe(200);
  expect(resultOf({ code: 200 })).toBe(0);
  expect(resultOf({ code: 200, result: 0 })).toBe(0);
  expect(resultOf({ code: 200, result: 7 })).toBe(0);
});

it('[NET-02] otherwise the result speaks, and without one the code', () => {
  expect(resultOf({ result: 20001, code: 500 })).toBe(20001);
  expect(resultOf({ result: 0, code: 500 })).toBe(0);
  expect(resultOf({ result: -1 })).toBe(-1);
  expect(resultOf({ code: 404 })).toBe(404);
});

it('[NET-03] calls that never got an answer have the numbers -1 to -5', () => {
  expect(CLIENT_RESULTS).toEqual({
    timeout: -1,
    'no-response': -2,
    'set-up-failure': -3,
    'bridge-failure': -4,
    'bridge-network': -4,
    'bridge-security': -4,
    aborted: -5,
  });
});
