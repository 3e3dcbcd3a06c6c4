import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../sandbox/src/mail/read-message.ts';
import { subjectFor } from '../test/mail-subject.ts';
import { mailContent, plainName } from './mail-content.ts';
import { mailHtml, lineText, mailText } from './mail-body.ts';

/** Texts that could break out of headers, elements, direction isolates or links. */
const HOSTILE = [
  '\r\nBcc: victim@example.com\r\n\r\nbody',
  '\n.\nMAIL FROM:<x@example.com>',
  '=?utf-8?B?QmNj?=',
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<a href="https://evil.example">',
  '--></style><style>*{display:none}',
  '\u202Egnp.exe',
  '\u2066\u2067\u2068',
  '\u2069\u2069\u2069',
  '\u200F\u061C\u200E',
  'https://evil.example/login',
  'www.evil.example',
  'call@evil.example',
  '{order}{amount}{x}',
  '$&$1',
  '\u0000\u0007\u001B[31m',
  '\uD800',
  'نورة 🌙',
  'z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  '&lt;b&gt;&#60;',
  'a'.repeat(300),
];

const nicknames = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''));

const TURNING = /[\u061C\u200E\u200F\u202A-\u202E]/u;
const ISOLATES = { opening: /[\u2066-\u2068]/gu, closing: /\u2069/gu } as const;

/** The tags of a page with all texts left out: what a mail program would obey. */
const skeleton = (html: string): string =>
  html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/opacity:0;">[^<]*</, '<')
    .replace(/<bdi style="overflow-wrap:anywhere">[^<]*<\/bdi>/g, '<bdi></bdi>');

const calm = mailContent(subjectFor('نورة'));
const frame = skeleton(mailHtml(calm));
const linesOfCalm = mailText(calm).split('\n').length;
const LINKS = 'https://jawhara.example/receipt#link https://jawhara.example/mail-stop#link';

/** Every kind of damage that this name does to the mail; must be empty. */
function faultsOf(nickname: string): string[] {
  const content = mailContent(subjectFor(nickname));
  const [name, subject, text] = [plainName(nickname), lineText(content.subject), mailText(content)];
  const lines = text.split('\n');
  const isUneven = (line: string): boolean =>
    line.match(ISOLATES.opening)?.length !== line.match(ISOLATES.closing)?.length;
  const faults = {
    'changes the elements of the page': skeleton(mailHtml(content)) !== frame,
    'holds a control': /[\p{Cc}\u2028\u2029]/u.test(name),
    'turns the line': TURNING.test(name) || /[\u2066-\u2069]/u.test(name),
    'may become a link': /\w[.:/@]\w/.test(name),
    'is too long': [...name].length > 130,
    'breaks the subject': /[\r\n]/.test(subject),
    'adds a line': lines.length !== linesOfCalm,
    'adds a link': text.match(/https?:\/\/\S+/g)?.join(' ') !== LINKS,
    'leaves an isolate open': lines.some(isUneven),
  };
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? [fault] : []));
}

describe('[ORD-21] a hostile recipient name', () => {
  it('a hostile recipient name adds no element, header, link or text direction to 10,000 mails', () => {
    fc.assert(
      fc.property(nicknames, (nickname) => {
        expect(faultsOf(nickname)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });

  it('a hostile recipient name appears in the subject of a mail and adds no header', async () => {
    for (const nickname of HOSTILE) {
      const content = mailContent(subjectFor(nickname));
      const raw = await new MailComposer({
        from: { name: content.brand, address: 'news@jawhara.example' },
        to: { name: '', address: 'home@example.com' },
        subject: lineText(content.subject),
        text: mailText(content),
        html: mailHtml(content),
      })
        .compile()
        .build();
      const message = readMessage(raw);
      expect(Object.keys(message.headers).toSorted()).toEqual(
        ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].toSorted(),
      );
      expect(message.headers['to']).toBe('home@example.com');
      expect(message.headers['subject']).toBe(lineText(content.subject));
      expect(message.html.trim()).toBe(mailHtml(content).trim());
    }
  });

  it('an ordinary recipient name is shown unchanged in mails', () => {
    for (const name of ['نورة 🌙', 'Noura Al-Saud', 'محمد بن عبد الله', '李小龙', "D'Arcy", '👩‍👩‍👧'])
      expect(plainName(name).replaceAll('\u2060', '')).toBe(name);
  });
});

describe('[ORD-21] a hostile scheme of a card', () => {
  it('a hostile card scheme adds no markup and no header to a mail', () => {
    const paidWith = { scheme: '<b>\r\nBcc: x', last4: '<42', fingerprint: null };
    expect(mailHtml(mailContent(subjectFor('x', { paidWith })))).not.toMatch(/<b>|Bcc:/);
  });
});
