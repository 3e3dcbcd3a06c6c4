import { readReport, type ReportInfo } from '@jawhara/contract';
import { beforeEach, expect, it } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { rememberReport, storedReports } from '../../browser/storage/reports.ts';
import { render, screen } from '../../ui/test/library.ts';
import { MyReports } from './my-reports.tsx';

const sentAt = new Date(2026, 10, 14, 10, 42);
const number = (nth: number): string => `FB-7F3K-2048${nth}`;
const remember = (nth: number): void =>
  rememberReport({ reportNumber: number(nth), orderNumber: '', contact: null, isSignedIn: false, sentAt });

beforeEach(() => localStorage.clear());

it('[FBK-03] the reports of this device are listed newest first, and answered ones are marked', async () => {
  for (const nth of [1, 2]) remember(nth);
  network.use(
    answer(readReport, ({ reportNumber }): ReportInfo => {
      const isAnswered = reportNumber === number(1);
      return {
        reportNumber,
        sentAt,
        state: isAnswered ? 'answered' : 'open',
        orderNumber: '',
        answer: isAnswered ? { text: 'وصلت.', at: sentAt } : null,
      };
    }),
  );
  render(<MyReports />);
  await screen.findByText('وصل الرد');
  await screen.findByText('قيد المراجعة');
  const rows = screen.getAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([
    `/feedback-success?report=${number(2)}`,
    `/feedback-success?report=${number(1)}`,
  ]);
  expect(rows[1]?.textContent).toContain('وصل الرد');
});

it('five reports are stored without duplicates, and a broken entry does not remove the others', () => {
  for (const nth of [1, 2, 3, 4, 5, 6, 6]) remember(nth);
  expect(storedReports.read()?.map(({ reportNumber }) => reportNumber)).toEqual([6, 5, 4, 3, 2].map(number));
  const remembered = JSON.parse(localStorage.getItem('jawhara.reports') ?? '[]') as object[];
  localStorage.setItem('jawhara.reports', JSON.stringify([{ number: 'x' }, ...remembered.slice(1)]));
  expect(storedReports.read()).toHaveLength(4);
});
