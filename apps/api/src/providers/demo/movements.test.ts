import { describe, expect, it } from 'vitest';
import { movementsReport } from '../../../../sandbox/src/demo/movements-report.ts';
import { linesIn, rowOf, short, zone } from '../test/report-rows.ts';
import { MOVEMENTS } from './movements.ts';

const ROW = {
  id: 'dref_1',
  payment: 'dpay_1',
  reference: '01890000-0000-7000-8000-000000000001',
  what: 'refunded',
  amount: '4.99',
  currency: 'USD',
  at: '2026-11-14T09:12:03.000Z',
};
const says = (cells: object) => MOVEMENTS.linesOf(rowOf({ ...ROW, ...cells }), zone('UTC')).map(short);

describe('[ORD-17] Movements', () => {
  it('the demo provider’s report of the sandbox is read completely', async () => {
    const at = Date.parse(ROW.at);
    const of = { paymentId: 'dpay_1', reference: ROW.reference, currency: 'USD', method: 'VISA', at };
    const rows = movementsReport([
      { ...of, what: 'captured', id: 'devt_1', amount: 999 },
      { ...of, what: 'refunded', id: 'dref_1', amount: 499 },
      { ...of, what: 'refund-failed', id: 'devt_2', amount: 499 },
      { ...of, what: 'disputed', id: 'devt_3', amount: 500 },
      { ...of, what: 'dispute-returned', id: 'devt_4', amount: 500 },
    ]);
    const lines = await linesIn(rows, MOVEMENTS, 'UTC');
    const when = 'USD of dpay_1 at 2026-11-14T09:12:03.000Z';
    expect(lines.map(short)).toEqual([
      `captured 999 ${when}`,
      `refunded 499 ${when}`,
      `refund-returned 499 ${when}`,
      `disputed 500 ${when}`,
      `dispute-returned 500 ${when}`,
    ]);
  });

  it.each([
    [{ what: 'given away' }, 'unknown given away'],
    [{ what: '__proto__' }, 'unknown __proto__'],
    [{ amount: 'much' }, 'unreadable the amount of refunded'],
    [{ amount: '-4.99' }, 'unreadable the amount of refunded'],
    [{ at: 'yesterday' }, 'unreadable the time of refunded'],
    [{ payment: '' }, 'unreadable the ids of refunded'],
  ])('a demo report row with %j is read as "%s"', (cells, said) => expect(says(cells)).toEqual([said]));
});
