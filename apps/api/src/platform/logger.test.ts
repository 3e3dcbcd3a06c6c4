import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { withLogContext } from './log-context.ts';

function logged(fields: object, message = 'something'): { line: string; read: Record<string, unknown> } {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  withLogContext({ requestId: 'r1', orderId: 'o1' }, () => logger.info(fields, message));
  const line = lines.join('');
  return { line, read: JSON.parse(line) as Record<string, unknown> };
}

it('[EXP-10] strikes card numbers out of whatever is logged, and the line stays JSON', () => {
  const { line, read } = logged(
    {
      text: 'card 4242 4242 4242 4242.',
      number: 4242424242424242,
      odd: '{"a":4242424242424242}',
      list: [4242424242424242],
      more: 'a\n4242424242424242',
    },
    'paid with 4242424242424242',
  );
  expect(line).not.toMatch(/4242/);
  expect(read).toMatchObject({
    text: 'card [card number].',
    number: '[card number]',
    odd: '{"a":"[card number]"}',
    list: ['[card number]'],
    more: 'a\n[card number]',
  });
});

it('redacts secrets by their names, and carries the log context of the work', () => {
  const { line, read } = logged({ password: 'p4ss', body: { access_token: 't0ken' } });
  expect(line).not.toMatch(/p4ss|t0ken/);
  expect(read).toMatchObject({ password: '[redacted]', requestId: 'r1', orderId: 'o1' });
});

it.each([
  'authorization',
  'cookie',
  'token',
  'encryptedCard',
  'encrypted',
  'dropInToken',
  'dropInSession',
  'drop_in',
  'threeDsResult',
  'redirectResult',
  'cvvToken',
  'cvv_token',
  'platform_data',
  'access_token',
  'accessToken',
  'id_token',
  'idToken',
  'ticket',
  'session_key',
  'sessionKey',
  'skey',
  'password',
])('[EXP-10] keeps nothing of %s, however deep it lies', (name) => {
  const secret = { [name]: 'tok_s3cret' };
  const { line } = logged({ ...secret, card: secret, request: { card: secret } });
  expect(line).not.toContain('s3cret');
  expect(line.match(/\[redacted\]/g)).toHaveLength(3);
});
