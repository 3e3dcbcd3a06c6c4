import { describe, expect, it } from 'vitest';
import { payinTransactionReport } from '../../../../sandbox/src/payermax/payin-transaction-report.ts';
import { linesIn, rowOf, short, zone } from '../test/report-rows.ts';
import { PAYIN_TRANSACTIONS } from './payin-transactions.ts';

const SALE = '01890000_0000_7000_8000_000000000001_1';
const ROW = {
  'Txn Complete Time': '2026/11/14 10:12:09',
  'Transaction Type': 'PAYMENT',
  'OriginalMerchant Txn ID': '',
  'Merchant Txn ID': SALE,
  'Trade Order ID': 'T20261114ABC',
  'Txn Status': 'SUCCESS',
  'Txn Amount': '18.75',
  'Txn Currency': 'SAR',
};
const says = (cells: object) =>
  PAYIN_TRANSACTIONS.linesOf(rowOf({ ...ROW, ...cells }), zone('UTC')).map(short);
const after = { 'OriginalMerchant Txn ID': SALE, 'Merchant Txn ID': 'r_1', 'Trade Order ID': 'R1' };

describe('[ORD-17] Payin Transaction Report', () => {
  it('a payment in PayerMax’s report is read with the order id that its number contains', () => {
    expect(PAYIN_TRANSACTIONS.linesOf(rowOf(ROW), zone('+08:00'))).toEqual([
      {
        kind: 'money',
        what: 'captured',
        lineKey: 't20261114abc/payment/success',
        providerPaymentId: SALE,
        orderId: '01890000-0000-7000-8000-000000000001',
        money: { currency: 'SAR', minorUnits: 1875 },
        at: new Date('2026-11-14T02:12:09Z'),
      },
    ]);
  });

  it.each([
    ['PAYMENT', 'SUCCESS', 'captured 1875'],
    ['SUBSCRIPTION', 'success', 'captured 1875'],
    ['MERCHANT_INITIATED_PAYMENT', 'SUCCESS', 'captured 1875'],
    ['REFUND', 'SUCCESS', 'refunded 1875'],
    ['REFUND', 'FAILED', 'refund-returned 1875'],
    ['CHARGE_BACK', 'CB Request', 'dispute-announced 1875'],
    ['CHARGE_BACK', 'SUCCESS', 'disputed 1875'],
    ['CHARGE_BACK', 'CB Reversed', 'dispute-returned 1875'],
  ])('a report row of type %s and status %s is read as %s, with the id of the sale', (type, status, said) => {
    expect(says({ ...after, 'Transaction Type': type, 'Txn Status': status })).toEqual([
      `${said} SAR of ${SALE} at 2026-11-14T10:12:09.000Z`,
    ]);
  });

  it.each([
    ['PAYMENT', 'FAILED', 'other'],
    ['PAYMENT', 'CLOSED', 'other'],
    ['ADJUSTMENT_INCREASE', 'SUCCESS', 'other'],
    ['CHARGE_BACK_ALERT', 'SUCCESS', 'unknown'],
    ['CHARGE_BACK_ASSIST', 'SUCCESS', 'unknown'],
    ['CHARGE_BACK', 'CLOSED', 'unknown'],
    ['PAYMENT', 'PENDING', 'unknown'],
    ['GIFT', 'SUCCESS', 'unknown'],
    ['__proto__', 'SUCCESS', 'unknown'],
  ])('a report row of type %s and status %s is read as %s', (type, status, kind) => {
    expect(says({ 'Transaction Type': type, 'Txn Status': status })).toEqual([`${kind} ${type} ${status}`]);
  });

  it('fees and taxes in a report row are read as fees charged to us', () => {
    const cells = {
      'Txn Fee': '-1',
      'Txn Fee Currency': 'SAR',
      'Txn Tax': '-0.2',
      'Txn Tax Currency': 'SAR',
    };
    expect(says(cells).slice(1)).toEqual(['fee SAR 100000000', 'fee SAR 20000000']);
    expect(says({ 'Txn Fee': 'one' })).toContain('unreadable the txn fee');
    expect(says({ 'Txn Fee': '0' })).toHaveLength(1);
  });

  it.each([
    [{ 'Txn Amount': '' }, 'unreadable the amount of PAYMENT'],
    [{ 'Txn Complete Time': '31:00.0' }, 'unreadable the time of PAYMENT'],
    [{ 'Trade Order ID': '' }, 'unreadable the ids of PAYMENT'],
    [{ 'Merchant Txn ID': '' }, 'unreadable the ids of PAYMENT'],
    [{ 'Txn Amount': '0' }, 'other PAYMENT of nothing'],
  ])('a report row with %j is read as "%s"', (cells, said) => expect(says(cells)).toEqual([said]));

  it('the sandbox’s PayerMax report is read completely', async () => {
    const at = Date.parse('2026-11-14T09:12:03Z');
    const of = { paymentId: SALE, reference: null, currency: 'USD', method: 'VISA', at };
    const rows = payinTransactionReport(
      [
        { ...of, what: 'captured', id: 'T1', amount: 999 },
        { ...of, what: 'refunded', id: 'R1', ownId: 'r_1', amount: 499 },
        { ...of, what: 'refund-failed', id: 'R1', ownId: 'r_1', amount: 499 },
        { ...of, what: 'dispute-opened', id: 'O1', amount: 500 },
        { ...of, what: 'disputed', id: 'O1', amount: 500 },
      ],
      'app1',
    );
    expect((await linesIn(rows, PAYIN_TRANSACTIONS, 'UTC')).map(short)).toEqual([
      `captured 999 USD of ${SALE} at 2026-11-14T09:12:03.000Z`,
      'fee USD 30000000',
      `refunded 499 USD of ${SALE} at 2026-11-14T09:12:03.000Z`,
      `refund-returned 499 USD of ${SALE} at 2026-11-14T09:12:03.000Z`,
      `dispute-announced 500 USD of ${SALE} at 2026-11-14T09:12:03.000Z`,
      `disputed 500 USD of ${SALE} at 2026-11-14T09:12:03.000Z`,
    ]);
  });
});
