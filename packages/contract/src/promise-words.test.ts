import { expect, it } from 'vitest';
import { promiseWords } from './promise-words.ts';

it.each([
  [1, 'ساعة واحدة', '1 hour'],
  [2, 'ساعتين', '2 hours'],
  [6, '6 ساعات', '6 hours'],
  [24, '24 ساعة', '24 hours'],
])('a promise of %i hours is worded with the right plural in Arabic and English', (count, ar, en) => {
  expect(promiseWords('hours', count)).toEqual({ ar, en });
});

it.each([
  [1, 'يوم عمل واحد', '1 working day'],
  [2, 'يومي عمل', '2 working days'],
  [3, '3 أيام عمل', '3 working days'],
  [10, '10 أيام عمل', '10 working days'],
])('a promise of %i working days is worded with the right plural in Arabic and English', (count, ar, en) => {
  expect(promiseWords('workingDays', count)).toEqual({ ar, en });
});
