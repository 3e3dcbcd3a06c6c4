import { expect, it } from 'vitest';
import { FEEDBACK_WORDS_MAX } from '../limits.ts';
import { reportFaults, wordsToCount } from './report-faults.ts';

const words = (count: number) => Array.from({ length: count }, () => 'كلمة').join(' ');
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
