import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FEEDBACK_WORDS_MAX } from '../limits.ts';
import { countWords, readFeedbackText } from './feedback-text.ts';

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
