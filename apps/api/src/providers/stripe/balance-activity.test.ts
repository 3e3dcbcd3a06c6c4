import { describe, expect, it } from 'vitest';
import { activityReport } from '../../../../sandbox/src/stripe/activity-report.ts';
import type { Movement } from '../../../../sandbox/src/world/movements.ts';
import { linesIn, rowOf, short, zone } from '../test/report-rows.ts';
import { BALANCE_ACTIVITY } from './balance-activity.ts';
import { ORDER } from './test/stripe-answering.ts';

const ROW = {
  balance_transaction_id: 'txn_1',
  created_utc: '2026-11-14 09:12:03',
  currency: 'usd',
  gross: '9.99',
  fee: '0.59',
  reporting_category: 'charge',
  payment_intent_id: 'pi_1',
  'payment_metadata[order_id]': ORDER,
};

const says = (cells: object) => BALANCE_ACTIVITY.linesOf(rowOf({ ...ROW, ...cells }), zone('UTC')).map(short);

describe('[ORD-17] Balance change from activity', () => {
  it('a charge in Stripe’s report is read as captured, with its fee', () => {
    expect(BALANCE_ACTIVITY.linesOf(rowOf(ROW), zone('Asia/Riyadh'))).toEqual([
      {
        kind: 'money',
        what: 'captured',
        lineKey: 'txn_1',
        providerPaymentId: 'pi_1',
        orderId: ORDER,
        money: { currency: 'USD', minorUnits: 999 },
        at: new Date('2026-11-14T09:12:03Z'), // this column is always in UTC
      },
      { kind: 'fee', currency: 'USD', amount: expect.any(BigInt) },
    ]);
  });

  it.each([
    ['charge', '9.99', 'captured 999'],
    ['charge_failure', '-9.99', 'capture-reversed 999'],
    ['partial_capture_reversal', '-1.00', 'capture-reversed 100'],
    ['refund', '-9.99', 'refunded 999'],
    ['refund_failure', '9.99', 'refund-returned 999'],
    ['dispute', '-9.99', 'disputed 999'],
    ['dispute_reversal', '9.99', 'dispute-returned 999'],
    ['payout', '-100.00', 'other payout'],
    ['fee', '-2.00', 'fee USD'],
    ['something_new', '1.00', 'unknown something_new'],
    ['toString', '1.00', 'unknown toString'],
    ['charge', '0.00', 'other charge of nothing'],
    ['charge', 'much', 'unreadable the amount of charge'],
  ])(
    'a report row of category %s with the amount %s is read with its right kind',
    (reporting_category, gross, line) => {
      const [first] = says({ reporting_category, gross, fee: '0.00' });
      expect(first).toContain(line);
    },
  );

  it('a report row of an account in another currency is read in the currency that the payer paid', () => {
    const cells = {
      currency: 'hkd',
      gross: '-77.92',
      customer_facing_amount: '9.99',
      customer_facing_currency: 'usd',
    };
    expect(says({ ...cells, reporting_category: 'refund' })).toEqual([
      'refunded 999 USD of pi_1 at 2026-11-14T09:12:03.000Z',
      expect.stringContaining('fee HKD'),
    ]);
  });

  it.each([
    [{ payment_intent_id: '' }, 'the ids of charge'],
    [{ created_utc: 'yesterday' }, 'the time of charge'],
    [{ fee: 'little' }, 'the fee of charge'],
  ])('a report row that cannot be read is reported: %j', (cells, why) => {
    expect(says(cells)).toContain(`unreadable ${why}`);
  });

  it('the sandbox’s Stripe report is read to the last row', async () => {
    const of = {
      paymentId: 'pi_1',
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
    const rows = activityReport([
      moved('captured', 'ch_1'),
      moved('disputed', 'du_1'),
      moved('dispute-returned', 'du_1'),
    ]);
    const lines = (await linesIn(rows, BALANCE_ACTIVITY, 'UTC')).map(short);
    expect(lines.filter((line) => !line.startsWith('fee'))).toEqual([
      'captured 999 USD of pi_1 at 2026-11-14T09:12:03.000Z',
      'disputed 999 USD of pi_1 at 2026-11-14T09:12:03.000Z',
      'dispute-returned 999 USD of pi_1 at 2026-11-14T09:12:03.000Z',
    ]);
  });
});
