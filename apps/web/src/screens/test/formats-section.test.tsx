import { beforeEach, expect, it } from 'vitest';
import { fireEvent, render, screen } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { FormatsSection } from './formats-section.tsx';

beforeEach(() => void render(<FormatsSection />));

/** The text beside each name, for the number that was typed. */
function shown(typed: string): Record<string, string> {
  fireEvent.change(screen.getByLabelText(word('test.formatsNumber')), { target: { value: typed } });
  const lines = [...screen.getByTestId('test-formats').children];
  return Object.fromEntries(
    lines.map((line) => [
      line.querySelector('dt')?.textContent ?? '',
      line.querySelector('dd')?.textContent ?? '',
    ]),
  );
}

it.each([
  ['1000', '1000', '1000'],
  ['1001', '1001', '1K'],
  ['10000', '10000', '10K'],
  ['10001', '1W', '10K'],
  ['12345', '1.2W', '12.3K'],
  ['1000000', '100W', '1000K'],
  ['2550000', '255W', '2.5M'],
])(
  '[FMT-01] a count of %s is shown as %s in the live style and as %s in the plain style',
  (typed, live, plain) => {
    expect(shown(typed)).toMatchObject({ live, plain });
  },
);

it('[FMT-02] [FMT-04] a timestamp in seconds or milliseconds is shown in UTC and in the local time of each market', () => {
  const moment = {
    utc: '2026-11-06T21:20:00.000Z',
    'live +8': '2026-11-07 05:20',
    'ksa +3': '2026-11-07 00:20',
    'are +2': '2026-11-06 23:20',
    'okey +3': '2026-11-07 00:20',
  };
  expect(shown('1794000000')).toMatchObject(moment);
  expect(shown('1794000000000')).toMatchObject(moment);
});

it('a number beyond the range of dates shows no time', () => {
  expect(Object.keys(shown('9999999999999999'))).toEqual(['live', 'plain']);
});
