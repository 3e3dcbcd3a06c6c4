import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { onTrail } from './trail.ts';

function logged(fields: object, message = 'something'): { line: string; read: Record<string, unknown> } {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  onTrail({ requestId: 'r1', orderId: 'o1' }, () => logger.info(fields, message));
  const line = lines.join('');
  return { line, read: JSON.parse(line) as Record<string, unknown> };
}

it('[EXP-10] strikes card numbers out of whatever is logged, and the line stays JSON', () => {
  const { line, read } = logged(
    { text: 'card 4242 4242 4242 4242.', number: 4242424242424242, odd: '{"a":4242424242424242}' },
    'paid with 4242424242424242',
  );
  expect(line).not.toMatch(/4242/);
  expect(read).toMatchObject({
    text: 'card [card number].',
    number: '[card number]',
    odd: '{"a":[card number]}',
  });
});

it('redacts secrets by their names, and carries the trail of the work', () => {
  const { line, read } = logged({ password: 'p4ss', body: { access_token: 't0ken' } });
  expect(line).not.toMatch(/p4ss|t0ken/);
  expect(read).toMatchObject({ password: '[redacted]', requestId: 'r1', orderId: 'o1' });
});
