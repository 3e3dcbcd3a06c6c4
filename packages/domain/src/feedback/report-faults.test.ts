import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FEEDBACK_WORDS_MAX } from '../limits.ts';
import { countWords, readContact, readFeedbackText, reportFaults, wordsToCount } from './report-faults.ts';

const read = (typed: string) => {
  const reading = readContact(typed);
  return reading.kind === 'read' ? reading.contact : reading.kind;
};

it.each([
  [' noura@example.com ', 'noura@example.com'],
  ['a.b+c@mail.example.co', 'a.b+c@mail.example.co'],
  ['نورة@مثال.السعودية', 'نورة@مثال.السعودية'],
  ['+966 55 123 4567', '+966551234567'],
  ['00966551234567', '+966551234567'],
  ['055 100 4567', '0551004567'],
  ['٠٥٥١٢٣٤٥٦٧', '0551234567'],
  ['\u202a+966-55-(123)-4567\u202c', '+966551234567'],
])('[FBK-01 in part] a visitor’s contact is read as it is typed and pasted: %j', (typed, contact) => {
  expect(read(typed)).toBe(contact);
});

it.each(['', '   ', '\u200f'])('[FBK-01 in part] leaving it out is allowed: %j', (typed) => {
  expect(read(typed)).toBe('none');
});

it('[FBK-01 in part] an address may have 254 characters', () => {
  const address = (characters: number) => '@example.com'.padStart(characters, 'a');
  expect(read(address(254))).toBe(address(254));
  expect(read(address(255))).toBe('contact-unreadable');
});

it.each([
  'noura',
  'noura@',
  'noura@example',
  '@example.com',
  'a b@example.com',
  'a@b@example.com',
  'a@example..com',
  'a@example.com, b@example.com',
  '123456',
  '+1234567890123456',
  '12+34567890',
])('[FBK-01 in part] %j reaches nobody', (typed) => {
  expect(read(typed)).toBe('contact-unreadable');
});

it('what is read reads the same again, and is one line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a@.+0123456٧ -(\n\u202a'), maxLength: 24 }),
      (typed) => {
        const reading = readContact(typed);
        if (reading.kind !== 'read') return;
        expect(readContact(reading.contact)).toEqual(reading);
        expect(reading.contact).not.toMatch(/\s/);
      },
    ),
  );
});

const words = (count: number) => Array.from({ length: count }, () => 'كلمة').join(' ');

it.each(['', '   ', '\n\t\r\n', '\u0000\u0007'])('[FBK-01] a text is required: %j is none', (typed) => {
  expect(readFeedbackText(typed)).toEqual({ kind: 'feedback-empty' });
});

it('[FBK-01] five hundred words are taken, one more is too long', () => {
  expect(readFeedbackText(words(FEEDBACK_WORDS_MAX)).kind).toBe('read');
  expect(readFeedbackText(words(FEEDBACK_WORDS_MAX + 1))).toEqual({ kind: 'feedback-too-long' });
});

it('[FBK-01] a page without spaces is not one word', () => {
  expect(countWords('م'.repeat(30))).toBe(1);
  expect(countWords('م'.repeat(31))).toBe(2);
  expect(readFeedbackText('م'.repeat(20_000)).kind).toBe('feedback-too-long');
});

it.each(['a\r\nb', 'a\rb', 'a\nb'])('a line break is one, wherever it was typed: %j', (typed) => {
  expect(readFeedbackText(typed)).toEqual({ kind: 'read', text: 'a\nb' });
});

it('a run of spaces is no word', () => {
  expect(countWords('  two   words \t\n')).toBe(2);
});

it('keeps what was written, without its edges and what cannot be seen', () => {
  expect(readFeedbackText('  دفعت\u0000 أمس\r\n\n\n\nولم تصل \u202bالجواهر\u202c. ')).toEqual({
    kind: 'read',
    text: 'دفعت أمس\n\nولم تصل \u202bالجواهر\u202c.',
  });
});

const hostile = ['م', 'a', '😀', ' ', '\n', '\r', '\t', '\u0000', '\u0085', '\u00a0', '\u2028', '\ud800'];

it('whatever is typed, what is read can be stored and reads the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...hostile), maxLength: 60 }), (typed) => {
      const reading = readFeedbackText(typed);
      if (reading.kind !== 'read') return;
      expect(reading.text).not.toContain('\u0000');
      expect(readFeedbackText(reading.text)).toEqual(reading);
    }),
  );
});

const whole = { topic: 'other', content: 'لم تصل الجواهر', contact: '' } as const;

it('[FBK-01] a report with a topic and a text can be sent', () => {
  expect(reportFaults(whole)).toEqual([]);
  expect(reportFaults({ ...whole, contact: 'noura@example.com' })).toEqual([]);
});

it('[FBK-01] what is missing is named in the order of the form', () => {
  expect(reportFaults({ topic: null, content: ' ', contact: 'noura' })).toEqual([
    'topic-missing',
    'feedback-empty',
    'contact-unreadable',
  ]);
});

it('[FBK-01] too many words are named', () => {
  expect(reportFaults({ ...whole, content: words(FEEDBACK_WORDS_MAX + 1) })).toEqual(['feedback-too-long']);
});

it('a card number is named before it leaves the device', () => {
  expect(reportFaults({ ...whole, content: 'بطاقتي ٤١١١ ١١١١ ١١١١ ١١١١' })).toEqual(['card-number']);
});

it('[FBK-01] words are counted from four fifths of the limit on', () => {
  expect(wordsToCount(words(FEEDBACK_WORDS_MAX * 0.8 - 1))).toBeNull();
  expect(wordsToCount(words(FEEDBACK_WORDS_MAX * 0.8))).toBe(FEEDBACK_WORDS_MAX * 0.8);
  expect(wordsToCount(words(FEEDBACK_WORDS_MAX + 7))).toBe(FEEDBACK_WORDS_MAX + 7);
});
