import { describe, expect, it } from 'vitest';
import { financialActionsReport } from '../../../../sandbox/src/checkout-com/financial-actions-report.ts';
import { linesIn, rowOf, short, zone } from '../test/report-rows.ts';
import { FINANCIAL_ACTIONS } from './financial-actions.ts';

const ROW = {
  'Action ID': 'act_1',
  'Payment ID': 'pay_1',
  'Processed On': '2026-11-14T09:12:04',
  'Processing Currency': 'USD',
  'Processing Currency Amount': '4.99',
  'Holding Currency': 'AED',
  'Holding Currency Amount': '-0.05125',
  reference: '01890000-0000-7000-8000-000000000001',
  'Breakdown Type': 'Capture',
};
const says = (cells: object) =>
  FINANCIAL_ACTIONS.linesOf(rowOf({ ...ROW, ...cells }), zone('UTC')).map(short);

describe('[ORD-17] Financial Actions by Payout ID', () => {
  it('a capture in Checkout.com’s report is read with our order id and the key of its line', () => {
    expect(FINANCIAL_ACTIONS.linesOf(rowOf(ROW), zone('Asia/Riyadh'))).toEqual([
      {
        kind: 'money',
        what: 'captured',
        lineKey: 'act_1/capture',
        providerPaymentId: 'pay_1',
        orderId: '01890000-0000-7000-8000-000000000001',
        money: { currency: 'USD', minorUnits: 499 },
        at: new Date('2026-11-14T06:12:04Z'),
      },
    ]);
  });

  it.each([
    ['Capture', '4.99', 'captured 499'],
    ['Capture', '-4.99', 'capture-reversed 499'],
    ['Partial Capture', '1.00000000', 'captured 100'],
    ['Refund', '-4.99', 'refunded 499'],
    ['Partial Refund', '-0.01', 'refunded 1'],
    ['Refund', '4.99', 'refund-returned 499'],
    ['Clearing Failed', '-4.99', 'capture-reversed 499'],
    ['Clearing Failed', '4.99', 'refund-returned 499'],
    ['Chargeback (ADJM)', '-4.99', 'disputed 499'],
    ['Chargeback (CBRV)', '4.99', 'dispute-returned 499'],
    ['Chargeback (RPDW)', '4.99', 'dispute-returned 499'],
    ['Chargeback (ARBW)', '4.99', 'dispute-returned 499'],
    ['CHARGEBACK (arws)', '-4.99', 'disputed 499'],
    ['Chargeback (AUTO)', '4.99', 'dispute-returned 499'],
  ])('a report row of type %s with the amount %s is read as %s', (type, amount, said) => {
    const [line] = says({ 'Breakdown Type': type, 'Processing Currency Amount': amount });
    expect(line).toBe(`${said} USD of pay_1 at 2026-11-14T09:12:04.000Z`);
  });

  it.each([
    'Interchange Fixed Fee',
    'Scheme Variable Fee',
    'Scheme Variable Fee Tax',
    'Authentication Fixed Fee',
    'Client Settlement Fees',
    'Chargeback (ARBL)',
    'Tiered Pricing Adjustment',
  ])('a report row of type %s is read as an exact fee in the currency of the payout', (type) => {
    expect(says({ 'Breakdown Type': type })).toEqual(['fee AED 5125000']);
  });

  it.each([
    'Payout',
    'Payout Returned',
    'Rolling Reserve Deducted',
    'Top Up',
    'Security Deposit Release',
    'Authorization',
  ])('a report row of type %s is read as other money, not as a payment’s', (type) =>
    expect(says({ 'Breakdown Type': type })).toEqual([`other ${type}`]),
  );

  it.each(['', 'Chargeback (XXXX)', 'Capture Something', 'Fee Capture', 'toString', 'Payoutish'])(
    'a report row of the unknown type %j is reported as unknown',
    (type) => expect(says({ 'Breakdown Type': type })).toEqual([`unknown ${type}`]),
  );

  it.each([
    [{ 'Processing Currency Amount': '4,99' }, 'unreadable the amount of Capture'],
    [{ 'Processing Currency Amount': '4.999' }, 'unreadable the amount of Capture'],
    [{ 'Processed On': '14/11/2026' }, 'unreadable the time of Capture'],
    [{ 'Action ID': '' }, 'unreadable the ids of Capture'],
    [{ 'Payment ID': '' }, 'unreadable the ids of Capture'],
    [
      { 'Breakdown Type': 'Gateway Fixed Fee', 'Holding Currency Amount': 'free' },
      'unreadable the amount of Gateway Fixed Fee',
    ],
    [{ 'Processing Currency Amount': '0' }, 'other Capture of nothing'],
  ])('a report row with %j is read as "%s"', (cells, said) => expect(says(cells)).toEqual([said]));

  it('an amount in Kuwaiti dinars is read with three decimals', () => {
    const cells = { 'Processing Currency': 'KWD', 'Processing Currency Amount': '1.525' };
    expect(says(cells)[0]).toContain('captured 1525 KWD');
  });

  it('a report row’s time is read from its UTC column before the local one', () => {
    const [line] = FINANCIAL_ACTIONS.linesOf(
      rowOf({ ...ROW, 'Processed On UTC': '2026-11-14T05:00:00' }),
      zone('Asia/Riyadh'),
    );
    expect(line).toMatchObject({ at: new Date('2026-11-14T05:00:00Z') });
  });

  it('the sandbox’s Checkout.com report is read completely', async () => {
    const at = Date.parse('2026-11-14T09:12:04.500Z');
    const of = { paymentId: 'pay_1', reference: ROW.reference, currency: 'USD', method: 'VISA', at };
    const rows = financialActionsReport(
      [
        { ...of, what: 'captured', id: 'act_1', amount: 999 },
        { ...of, what: 'refunded', id: 'act_2', amount: 499 },
        { ...of, what: 'refund-failed', id: 'act_3', amount: 499 },
        { ...of, what: 'disputed', id: 'act_4', amount: 999 },
        { ...of, what: 'dispute-returned', id: 'act_5', amount: 999 },
        { ...of, what: 'capture-failed', id: 'act_6', amount: 999 },
      ],
      'PAY7',
    );
    expect((await linesIn(rows, FINANCIAL_ACTIONS, 'UTC')).map(short)).toEqual([
      'captured 999 USD of pay_1 at 2026-11-14T09:12:04.500Z',
      'fee USD 5000000',
      'fee USD 1228800',
      'refunded 499 USD of pay_1 at 2026-11-14T09:12:04.500Z',
      'fee USD 10000000',
      'refund-returned 499 USD of pay_1 at 2026-11-14T09:12:04.500Z',
      'disputed 999 USD of pay_1 at 2026-11-14T09:12:04.500Z',
      'fee USD 1500000000',
      'dispute-returned 999 USD of pay_1 at 2026-11-14T09:12:04.500Z',
      'capture-reversed 999 USD of pay_1 at 2026-11-14T09:12:04.500Z',
    ]);
  });
});
