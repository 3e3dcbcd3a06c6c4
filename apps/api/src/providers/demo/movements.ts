import {
  isOrderId,
  readMoneyDecimal,
  readReportTime,
  type LineMeaning,
  type ReportLine,
  type ReportZone,
} from '@jawhara/domain';
import { fetchFile, type ReportRow, type ReportSource, type SettlementReport } from '../settlement-report.ts';

const MEANINGS = {
  captured: 'captured',
  refunded: 'refunded',
  'refund-failed': 'refund-returned',
  disputed: 'disputed',
  'dispute-returned': 'dispute-returned',
} as const satisfies Record<string, LineMeaning>;

function lineOf(row: ReportRow, zone: ReportZone): ReportLine {
  const [what, id, paymentId, reference] = [row('what'), row('id'), row('payment'), row('reference')];
  if (!Object.hasOwn(MEANINGS, what)) return { kind: 'unknown', type: what };
  const money = readMoneyDecimal(row('amount'), row('currency'));
  if (money === null || money.minorUnits <= 0) return { kind: 'unreadable', why: `the amount of ${what}` };
  const at = readReportTime(row('at'), zone);
  if (at === null) return { kind: 'unreadable', why: `the time of ${what}` };
  if (id === '' || paymentId === '') return { kind: 'unreadable', why: `the ids of ${what}` };
  return {
    kind: 'money',
    what: MEANINGS[what as keyof typeof MEANINGS],
    lineKey: `${id}/${what}`,
    providerPaymentId: paymentId,
    orderId: isOrderId(reference) ? reference : null,
    money,
    at,
  };
}

/** "Movements": one row for each time money moved, with its direction as a word. The provider charges no fees. */
export const MOVEMENTS: SettlementReport = {
  provider: 30,
  name: 'Movements',
  needs: ['id', 'payment', 'reference', 'what', 'amount', 'currency', 'at'],
  habit: { cut: 'daily' },
  zone: 'UTC',
  linesOf: (row, zone) => [lineOf(row, zone)],
};

/** There is a report for every day, even one without movements. */
export function demoReports({
  apiUrl,
  apiKey,
}: {
  readonly apiUrl: string;
  readonly apiKey: string;
}): ReportSource {
  return {
    reportsOf: async (day) => ({
      kind: 'found',
      files: [
        {
          name: `movements-${day}.csv`,
          open: () =>
            fetchFile(`${apiUrl.replace(/\/$/, '')}/movements/${day}`, { authorization: `Bearer ${apiKey}` }),
        },
      ],
    }),
  };
}
