import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSessionDigest, withoutSecrets } from './without-secrets.ts';

const KEY = 'a3f1'.repeat(16);
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl';

describe('what telemetry keeps', () => {
  it.each([
    ['a link', `https://shop.example/pay?session_key=abc123&lan=ar`, 'abc123'],
    ['an escaped link', `href=https%3A%2F%2Fshop.example%3Fsession_key%3Dabc123`, 'abc123'],
    ['JSON', `{"skey":"abc123","uid":5}`, 'abc123'],
    ['JSON inside JSON', JSON.stringify({ data: JSON.stringify({ access_token: 'abc123' }) }), 'abc123'],
    ['a header', 'authorization: Bearer abc123.def', 'abc123'],
    ['a ticket', '/login?ticket=t-99-zz#x', 't-99-zz'],
    ['a bare session key', `went wrong with ${KEY}`, KEY],
    ['a signed token', `id ${JWT}`, JWT],
    ['a card token', 'paid with tok_4bzx7k2m9q', 'tok_4bzx7k2m9q'],
    ['a provider key', 'key sk_live_12345678', 'sk_live_12345678'],
    ['a card number', 'typed 4242 4242 4242 4242 here', '4242 4242'],
    ['a password', 'password=hunter22;next', 'hunter22'],
  ])('has no secret from %s', (_where, text, secret) => {
    expect(withoutSecrets(text)).not.toContain(secret);
  });

  it.each([
    'page show at /pay, 1.0.328',
    '{"uid":5048213,"op":"show","proj":"official website","rid":""}',
    '019a8b5e-7c00-7000-8000-0123456789ab',
    'tk 0123456789abcdef',
    'the ticketing page took 300 ms',
  ])('is otherwise what was sent: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it('is clean after one pass', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const once = withoutSecrets(`${text} session_key=${KEY}`);
        expect(once).not.toContain(KEY);
        expect(withoutSecrets(once)).toBe(once);
      }),
    );
  });
});

it('a digest of a session is told from a key', () => {
  expect(isSessionDigest('0123456789abcdef')).toBe(true);
  expect(isSessionDigest(KEY)).toBe(false);
  expect(isSessionDigest('')).toBe(false);
});
