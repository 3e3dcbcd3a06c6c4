import { describe, expect, it } from 'vitest';
import { payoutReport } from '../../../../sandbox/src/tap/payout-report.ts';
import type { Movement } from '../../../../sandbox/src/world/movements.ts';
import { linesIn, rowOf, short, zone } from '../test/report-rows.ts';
import { PAYOUT_REPORT } from './payout-report.ts';
import { ORDER } from './test/tap-answering.ts';

const ROW = {
  Sheet: 'Charges',
  Date: '2026-11-14 12:12:03',
  ID: 'chg_1',
  'Charge ID': 'chg_1',
  'Order Reference': ORDER,
  Amount: '18.75',
  Currency: 'SAR',
  Fees: '0.52',
  Status: 'CAPTURED',
};
const says = (cells: object) =>
  PAYOUT_REPORT.linesOf(rowOf({ ...ROW, ...cells }), zone('Asia/Riyadh')).map(short);

describe('[ORD-17] Payout report', () => {
  it('a charge in Tap’s report is read as captured, with its fees', () => {
    expect(PAYOUT_REPORT.linesOf(rowOf(ROW), zone('Asia/Riyadh'))).toEqual([
      {
        kind: 'money',
        what: 'captured',
        lineKey: 'chg_1/charges',
        providerPaymentId: 'chg_1',
        orderId: ORDER,
        money: { currency: 'SAR', minorUnits: 1875 },
        at: new Date('2026-11-14T09:12:03Z'),
      },
      { kind: 'fee', currency: 'SAR', amount: expect.any(BigInt) },
    ]);
  });

  it.each([
    ['Charges', 'CAPTURED', 'captured 1875'],
    ['Charges', 'DECLINED', 'other Charges DECLINED'],
    ['Refunds', 'REFUNDED', 'refunded 1875'],
    ['Refunds', 'FAILED', 'other Refunds FAILED'],
    ['Disputes', '', 'disputed 1875'],
    ['Dispute_Release', '', 'dispute-returned 1875'],
    ['Summary', '', 'other Summary'],
    ['Something', '', 'unknown Something'],
  ])(
    'a row of the report’s sheet %s with the status "%s" is read with its right kind',
    (Sheet, Status, line) => {
      expect(says({ Sheet, Status })[0]).toContain(line);
    },
  );

  it.each([
    [{ Amount: 'much' }, 'the amount of Charges'],
    [{ Date: 'yesterday' }, 'the time of Charges'],
    [{ 'Charge ID': '' }, 'the ids of Charges'],
    [{ Fees: 'little' }, 'the fees of Charges'],
  ])('a report row that cannot be read is reported: %j', (cells, why) => {
    expect(says(cells)).toContain(`unreadable ${why}`);
  });

  it('the sandbox’s Tap report is read to the last row', async () => {
    const of = {
      paymentId: 'chg_1',
      reference: ORDER,
      currency: 'USD',
      at: Date.parse('2026-11-14T09:12:03Z'),
    };
    const moved = (what: Movement['what'], id: string): Movement => ({
      ...of,
      what,
      id,
      amount: 999,
      method: 'Visa',
    });
    const rows = payoutReport([
      moved('captured', 'chg_1'),
      moved('refunded', 're_1'),
      moved('disputed', 'd_1'),
    ]);
    const lines = (await linesIn(rows, PAYOUT_REPORT, 'Asia/Riyadh')).map(short);
    expect(lines.filter((line) => !line.startsWith('fee'))).toEqual([
      'captured 999 USD of chg_1 at 2026-11-14T09:12:03.000Z',
      'refunded 999 USD of chg_1 at 2026-11-14T09:12:03.000Z',
      'disputed 999 USD of chg_1 at 2026-11-14T09:12:03.000Z',
    ]);
  });
});
