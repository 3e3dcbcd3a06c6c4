import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSessionDigest, withoutSecrets } from './without-secrets.ts';

const KEY = 'a3f1'.repeat(16);
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl';

describe('secrets in telemetry', () => {
  it.each([
    ['a link', `https://shop.example/pay?session_key=abc123&lan=ar`, 'abc123'],
    ['an escaped link', `href=https%3A%2F%2Fshop.example%3Fsession_key%3Dabc123`, 'abc123'],
    ['JSON', `{"skey":"abc123","uid":5}`, 'abc123'],
    ['JSON inside JSON', JSON.stringify({ data: JSON.stringify({ access_token: 'abc123' }) }), 'abc123'],
    ['a header', 'authorization: Bearer abc123.def', 'abc123'],
    ['a ticket', '/login?ticket=t-99-zz#x', 't-99-zz'],
    ['a bare session key', `went wrong with ${KEY}`, KEY],
    ['a signed token', `id ${JWT}`, JWT],
    ['a signed token inside a word', `state%3D${JWT}%26x`, 'c2lnbmF0dXJl'],
    ['a signed token after other words with dots', `shop.example.${JWT}`, 'eyJzdWIi'],
    ['two signed tokens in a row', `${JWT}.${JWT}`, 'eyJ'],
    ['a token without a signature', 'id eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIx', 'eyJ'],
    ['a card token', 'paid with tok_4bzx7k2m9q', 'tok_4bzx7k2m9q'],
    ['a provider key', 'key sk_live_12345678', 'sk_live_12345678'],
    [
      'the link of a receipt',
      'https://shop.example/receipt#AZqLXnwAcACAAAAAAAAAAA.c2lnbmF0dXJlLW9mLW91cg',
      'c2lnbmF0',
    ],
    ['a card number', 'typed 4242 4242 4242 4242 here', '4242 4242'],
    ['a password', 'password=hunter22;next', 'hunter22'],
  ])('telemetry removes the secret from %s', (_where, text, secret) => {
    expect(withoutSecrets(text)).not.toContain(secret);
  });

  it.each([
    'x-session-key',
    'x-account-token',
    'session_key',
    'sessionKey',
    'skey',
    'access_token',
    'accessToken',
    'id_token',
    'idToken',
    'refresh_token',
    'refreshToken',
    'apple_pay_token',
    'applePayToken',
    'card_token',
    'cardToken',
    'token',
    'ticket',
    'pass',
    'password',
    'passwd',
    'authorization',
    'cookie',
    'secret',
    'secret_key',
    'secretKey',
    'api_key',
    'apiKey',
    'cvv',
    'cvv2',
    'cvc',
    'cvc2',
  ])('telemetry removes the value of the parameter %s and keeps its name', (name) => {
    expect(withoutSecrets(`lan=ar&${name}=abc123&uid=5`)).toBe(`lan=ar&${name}=[removed]&uid=5`);
  });

  it.each([
    ['authorization: Bearer  abc123.def, more', 'authorization: [removed], more'],
    ['authorization: Basic  dXNlcjpwYXNz, more', 'authorization: [removed], more'],
    [`went wrong with ${KEY}, twice`, 'went wrong with [removed], twice'],
    ['keys sk_12345678 and whsec_abcdefgh.', 'keys [removed] and [removed].'],
    ['went in with EAAB0123456789abcdefghij, and out', 'went in with [removed], and out'],
    ['went in with ya29.0123456789abcdefghij, and out', 'went in with [removed], and out'],
    ['sent Bearer abcdefgh along', 'sent Bearer [removed] along'],
    [`shop.example-site.${JWT}.next`, 'shop.example-site.[removed].next'],
    ['the shortest, eyJabcdef.abcdef, too', 'the shortest, [removed], too'],
  ])('telemetry removes only the secret from %s', (text, cleanText) => {
    expect(withoutSecrets(text)).toBe(cleanText);
  });

  it.each([
    'page show at /pay, 1.0.328',
    '{"uid":5048213,"op":"show","proj":"official website","rid":""}',
    '019a8b5e-7c00-7000-8000-0123456789ab',
    'tk 0123456789abcdef',
    'eyJust a word, eyJust.so and eyJabcdef.short',
    'the ticketing page took 300 ms',
    'eyJust.something, some-eyJust.something and eyJhbGciOiJSUzI1NiJ9 alone',
    'checkout-page.component.rendered',
    'src_1, tok_ab, EAAB and the bearer of news',
  ])('telemetry leaves a text without secrets as sent: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it('text whose secrets are removed contains no session key, and a second removal changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const once = withoutSecrets(`${text} session_key=${KEY}`);
        expect(once).not.toContain(KEY);
        expect(withoutSecrets(once)).toBe(once);
      }),
    );
  });
});

it('a text of 16 hexadecimal digits is accepted as a session digest, a session key is not', () => {
  expect(isSessionDigest('0123456789abcdef')).toBe(true);
  expect(isSessionDigest(KEY)).toBe(false);
  expect(isSessionDigest('')).toBe(false);
});
