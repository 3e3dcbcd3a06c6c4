import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { faultText, isOutage } from './outage.ts';

const fault = (code: string, message = 'fault') => Object.assign(new Error(message), { code });

function refusedByPostgres(code: string, message = 'no'): Error {
  const PostgresError = postgres.PostgresError as unknown as new (fields: object) => Error;
  return new PostgresError({ code, message, severity: 'ERROR' });
}

describe('an outage', () => {
  it('an unreachable or busy database or network counts as an outage', () => {
    for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT'])
      expect(isOutage(fault(code))).toBe(true);
    for (const code of ['57P01', '53300', '40001', '40P01', '55P03', '57014', '08006', '25006'])
      expect(isOutage(refusedByPostgres(code))).toBe(true);
    expect(isOutage(new TypeError('fetch failed', { cause: fault('ECONNRESET') }))).toBe(true);
    expect(isOutage(new DOMException('too late', 'TimeoutError'))).toBe(true);
  });

  it('a fault that would happen again each time does not count as an outage', () => {
    for (const error of [new Error('no'), new TypeError('x is undefined'), fault('ENOENT'), 'text', null])
      expect(isOutage(error)).toBe(false);
    for (const code of ['22021', '23505', 'P0001', '42P01'])
      expect(isOutage(refusedByPostgres(code))).toBe(false);
  });
});

describe('the text of a fault', () => {
  it('the text of a fault has the name of the error and none of the data in its message', () => {
    expect(faultText(refusedByPostgres('23505', 'duplicate key value violates "cards_4242"'))).toBe(
      'PostgresError 23505: duplicate key value violates "…"',
    );
    expect(faultText(new Error("no account 5048213 of 'Huda' at huda@example.com"))).toBe(
      'Error: no account # of "…" at …',
    );
    expect(faultText(new SyntaxError('Unexpected token H in {"name":"Huda"}'))).toBe('SyntaxError');
    expect(faultText(new Error('x'.repeat(500)))).toHaveLength(160);
    expect(faultText(undefined)).toBe('undefined');
  });
});
