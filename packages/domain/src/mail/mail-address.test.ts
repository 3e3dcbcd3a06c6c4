import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likelyAddress, parseMailAddress, type MailAddress } from './mail-address.ts';

describe('[ORD-21 in part] an e-mail address', () => {
  it.each([
    ['noura@example.com', 'noura@example.com'],
    ['  Noura.Al-Saud+jw@Example.COM ', 'Noura.Al-Saud+jw@example.com'],
    ["o'neil@xn--mgbh0fb.example", "o'neil@xn--mgbh0fb.example"],
  ])('a typed e-mail address is accepted and normalised: %j gives %j', (typed, address) => {
    expect(parseMailAddress(typed)).toBe(address);
  });

  it.each([
    'noura@',
    '@example.com',
    'noura',
    'noura@example',
    'noura@127.0.0.1',
    'noura@[127.0.0.1]',
    'a@b@c.example',
    '"a b"@example.com',
    'noura@example.com, other@example.com',
    'noura@example.com\r\nBcc: other@example.com',
    'noura\u0000@example.com',
    'noura\u202e@example.com',
    'نورة@example.com',
    '.noura@example.com',
    'nou..ra@example.com',
    'noura@-example.com',
    'noura@example..com',
    '<noura@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(125)}example`,
  ])('a text that is no plain e-mail address is refused: %j', (typed) => {
    expect(parseMailAddress(typed)).toBeNull();
  });

  it('an accepted e-mail address never contains a character that could end a mail header or command', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `${text}@example.com`),
    );
    fc.assert(
      fc.property(hostile, (typed) => {
        const address = parseMailAddress(typed);
        expect(address ?? 'a@b.example').toMatch(/^[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]+@[a-z0-9.-]+$/);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('a mistyped e-mail address', () => {
  it.each([
    ['noura@gmial.com', 'noura@gmail.com'],
    ['noura@gmai.com', 'noura@gmail.com'],
    ['noura@hotmaill.com', 'noura@hotmail.com'],
    ['noura@yaho0.com', 'noura@yahoo.com'],
  ])('for the mistyped e-mail address %s the payer is offered %s', (typed, meant) => {
    expect(likelyAddress(typed as MailAddress)).toBe(meant);
  });

  it.each(['noura@gmail.com', 'noura@example.com', 'noura@mail.com', 'noura@live.com', 'noura@gmial.co'])(
    'a correct e-mail address gets no suggestion: %s',
    (typed) => {
      expect(likelyAddress(typed as MailAddress)).toBeNull();
    },
  );
});
