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
])('[FBK-01 in part] a visitor’s contact is normalised as typed or pasted: %j', (typed, contact) => {
  expect(read(typed)).toBe(contact);
});

it.each(['', '   ', '\u200f'])('[FBK-01 in part] a visitor may leave the contact empty: %j', (typed) => {
  expect(read(typed)).toBe('none');
});

it('[FBK-01 in part] an e-mail address as contact may have at most 254 characters', () => {
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
])('[FBK-01 in part] a contact that is no e-mail address or phone number is refused: %j', (typed) => {
  expect(read(typed)).toBe('contact-unreadable');
});

it('reading an accepted contact a second time gives the same contact, without spaces or line breaks', () => {
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

it.each(['', '   ', '\n\t\r\n', '\u0000\u0007'])(
  '[FBK-01] a report without visible text is refused: %j',
  (typed) => {
    expect(readFeedbackText(typed)).toEqual({ kind: 'feedback-empty' });
  },
);

it('[FBK-01] a report of five hundred words is accepted, one word more is refused as too long', () => {
  expect(readFeedbackText(words(FEEDBACK_WORDS_MAX)).kind).toBe('read');
  expect(readFeedbackText(words(FEEDBACK_WORDS_MAX + 1))).toEqual({ kind: 'feedback-too-long' });
});

it('[FBK-01] a long text without spaces counts as many words, so the word limit still applies', () => {
  expect(countWords('م'.repeat(30))).toBe(1);
  expect(countWords('م'.repeat(31))).toBe(2);
  expect(readFeedbackText('م'.repeat(20_000)).kind).toBe('feedback-too-long');
});

it.each(['a\r\nb', 'a\rb', 'a\nb'])(
  'every kind of line break in a report is stored as one newline: %j',
  (typed) => {
    expect(readFeedbackText(typed)).toEqual({ kind: 'read', text: 'a\nb' });
  },
);

it('spaces in a report are not counted as words', () => {
  expect(countWords('  two   words \t\n')).toBe(2);
});

it('a report’s text is stored as typed, except for surrounding spaces and control characters', () => {
  expect(readFeedbackText('  دفعت\u0000 أمس\r\n\n\n\nولم تصل \u202bالجواهر\u202c. ')).toEqual({
    kind: 'read',
    text: 'دفعت أمس\n\nولم تصل \u202bالجواهر\u202c.',
  });
});

const hostile = ['م', 'a', '😀', ' ', '\n', '\r', '\t', '\u0000', '\u0085', '\u00a0', '\u2028', '\ud800'];

it('any accepted report text can be stored in the database and reads the same again', () => {
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

it('[FBK-01] a report with a topic and a text can be sent, with or without a contact', () => {
  expect(reportFaults(whole)).toEqual([]);
  expect(reportFaults({ ...whole, contact: 'noura@example.com' })).toEqual([]);
});

it('[FBK-01] the faults of a report are listed in the order of the form’s fields', () => {
  expect(reportFaults({ topic: null, content: ' ', contact: 'noura' })).toEqual([
    'topic-missing',
    'feedback-empty',
    'contact-unreadable',
  ]);
});

it('[FBK-01] a report with too many words gets the fault feedback-too-long', () => {
  expect(reportFaults({ ...whole, content: words(FEEDBACK_WORDS_MAX + 1) })).toEqual(['feedback-too-long']);
});

it('a card number in a report’s text is detected before the report is sent', () => {
  expect(reportFaults({ ...whole, content: 'بطاقتي ٤١١١ ١١١١ ١١١١ ١١١١' })).toEqual(['card-number']);
});

it('[FBK-01] the word count is shown only from four fifths of the word limit on', () => {
  expect(wordsToCount(words(FEEDBACK_WORDS_MAX * 0.8 - 1))).toBeNull();
  expect(wordsToCount(words(FEEDBACK_WORDS_MAX * 0.8))).toBe(FEEDBACK_WORDS_MAX * 0.8);
  expect(wordsToCount(words(FEEDBACK_WORDS_MAX + 7))).toBe(FEEDBACK_WORDS_MAX + 7);
});
