import { readReportZone, readSettlementDay } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { settlementDetailsReport } from '../../../../sandbox/src/adyen/settlement-details-report.ts';
import { linesIn, rowOf, short, zone } from '../test/report-rows.ts';
import { adyenReports, SETTLEMENT_DETAILS } from './settlement-details.ts';

const ROW = {
  'Psp Reference': 'PSP1',
  'Merchant Reference': '01890000-0000-7000-8000-000000000001',
  'Creation Date': '2026-11-14 10:12:03',
  TimeZone: 'CET',
  Type: 'Settled',
  'Modification Reference': 'MOD1',
  'Gross Currency': 'USD',
  'Gross Debit (GC)': '',
  'Gross Credit (GC)': '4.99',
  'Net Currency': 'EUR',
};
const says = (cells: object) =>
  SETTLEMENT_DETAILS.linesOf(rowOf({ ...ROW, ...cells }), zone('UTC')).map(short);
const debit = (amount: string) => ({ 'Gross Debit (GC)': amount, 'Gross Credit (GC)': '' });

describe('[ORD-17] Settlement details', () => {
  it('a settled payment in Adyen’s report is read with our order id and the key of its line', () => {
    expect(SETTLEMENT_DETAILS.linesOf(rowOf(ROW), zone('UTC'))).toEqual([
      {
        kind: 'money',
        what: 'captured',
        lineKey: 'MOD1/settled/2026-11-14 10:12:03',
        providerPaymentId: 'PSP1',
        orderId: '01890000-0000-7000-8000-000000000001',
        money: { currency: 'USD', minorUnits: 499 },
        at: new Date('2026-11-14T09:12:03Z'),
      },
    ]);
  });

  it.each([
    ['Settled', {}, 'captured 499'],
    ['SettledBulk', {}, 'captured 499'],
    ['SettledReversed', debit('4.99'), 'capture-reversed 499'],
    ['Refunded', debit('4.99'), 'refunded 499'],
    ['RefundedReversed', {}, 'refund-returned 499'],
    ['Chargeback', debit('4.99'), 'disputed 499'],
    ['SecondChargeback', debit('4.99'), 'disputed 499'],
    ['ChargebackReversed', {}, 'dispute-returned 499'],
    ['chargeback', { 'Gross Debit (GC)': '-4.99', 'Gross Credit (GC)': '' }, 'dispute-returned 499'],
  ])('a report row of type %s with %j is read as %s', (type, cells, said) => {
    expect(says({ Type: type, ...cells })).toEqual([`${said} USD of PSP1 at 2026-11-14T09:12:03.000Z`]);
  });

  it('the costs in a payment’s report row are read as fees, in the currency of the payout', () => {
    const blended = says({ 'Commission (NC)': '0.20' });
    expect(blended).toContain('fee EUR 20000000');
    const plusPlus = says({ 'Markup (NC)': '0.1', 'Scheme Fees (NC)': '0.02', 'Interchange (NC)': '0.003' });
    expect(plusPlus).toContain('fee EUR 12300000');
    expect(says({ 'Commission (NC)': 'much' })).toContain('unreadable the costs of Settled');
  });

  it.each(['Fee', 'MiscCosts', 'InvoiceDeduction', 'PaymentCost'])(
    'a report row of type %s is read as a fee',
    (type) => {
      expect(says({ Type: type, 'Net Debit (NC)': '12.50' })).toEqual(['fee EUR 1250000000']);
      expect(says({ Type: type, 'Net Credit (NC)': '2.50' })).toEqual(['fee EUR -250000000']);
    },
  );

  it.each(['MerchantPayout', 'DepositCorrection', 'Balancetransfer', 'PaidOut', 'PaidOutReversed'])(
    'a report row of type %s is read as other money, not as a payment’s',
    (type) => expect(says({ Type: type })).toEqual([`other ${type}`]),
  );

  it.each(['', 'Donated', '__proto__'])(
    'a report row of the unknown type %j is reported as unknown',
    (type) => expect(says({ Type: type })).toEqual([`unknown ${type}`]),
  );

  it.each([
    [{ 'Gross Debit (GC)': '1', 'Gross Credit (GC)': '1' }, 'unreadable the amount of Settled'],
    [{ 'Gross Credit (GC)': 'x' }, 'unreadable the amount of Settled'],
    [{ TimeZone: 'Mars' }, 'unreadable the time of Settled'],
    [{ 'Creation Date': '2026-11-14' }, 'unreadable the time of Settled'],
    [{ 'Psp Reference': '', 'Modification Reference': '' }, 'unreadable the references of Settled'],
    [{ 'Gross Credit (GC)': '' }, 'other Settled of nothing'],
  ])('a report row with %j is read as "%s"', (cells, said) => expect(says(cells)).toEqual([said]));

  it('a report row without a time zone is read in the account’s time zone', () => {
    const [line] = SETTLEMENT_DETAILS.linesOf(rowOf({ ...ROW, TimeZone: '' }), zone('Asia/Riyadh'));
    expect(line).toMatchObject({ at: new Date('2026-11-14T07:12:03Z') });
  });

  it('every row of the sandbox’s Adyen report is read, and a dispute won twice has two lines', async () => {
    const at = Date.parse('2026-11-14T09:12:03Z');
    const of = {
      paymentId: 'PSP1',
      reference: ROW['Merchant Reference'],
      currency: 'USD',
      method: 'visa',
      at,
    };
    const rows = settlementDetailsReport(
      [
        { ...of, what: 'captured', id: 'MOD1', amount: 999 },
        { ...of, what: 'refunded', id: 'MOD2', amount: 499 },
        { ...of, what: 'disputed', id: 'DSP1', amount: 500 },
        { ...of, what: 'dispute-returned', id: 'DSP1', amount: 500, at: at + 60_000 },
        { ...of, what: 'dispute-returned', id: 'DSP1', amount: 500, at: at + 120_000 },
      ],
      { merchantAccount: 'JawharaTest', batch: 7 },
    );
    const lines = await linesIn(rows, SETTLEMENT_DETAILS, 'UTC');
    expect(lines.map(short)).toEqual([
      'captured 999 USD of PSP1 at 2026-11-14T09:12:03.000Z',
      'fee USD 20000000',
      'refunded 499 USD of PSP1 at 2026-11-14T09:12:03.000Z',
      'disputed 500 USD of PSP1 at 2026-11-14T09:12:03.000Z',
      'dispute-returned 500 USD of PSP1 at 2026-11-14T09:13:03.000Z',
      'dispute-returned 500 USD of PSP1 at 2026-11-14T09:14:03.000Z',
      'other MerchantPayout',
    ]);
    const keys = lines.flatMap((line) => (line.kind === 'money' ? [line.lineKey] : []));
    expect(new Set(keys).size).toBe(5);
  });
});

const DAY = readSettlementDay('2026-11-14') ?? expect.fail();
const ZONE = readReportZone('Europe/Amsterdam') ?? expect.fail();
const HOST = 'https://ca-test.adyen.com';
const FILE = `${HOST}/reports/download/MerchantAccount/Jawhara/settlement_detail_report_batch_7.csv`;

function webhook(reason: string, eventCode = 'REPORT_AVAILABLE'): string {
  const item = {
    additionalData: { hmacSignature: 'was looked at when it came' },
    amount: { currency: 'EUR', value: 0 },
    eventCode,
    merchantAccountCode: 'Jawhara',
    pspReference: 'settlement_detail_report_batch_7.csv',
    reason,
    success: 'true',
  };
  return JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
}

const found = (...bodies: string[]) =>
  adyenReports({ reportsUrl: HOST, apiKey: 'key', announcements: async () => bodies }).reportsOf(DAY, ZONE);

it('the reports that Adyen announced on a day in the account’s time zone are found', async () => {
  const requestedSpans: Date[] = [];
  const announcements = async ({ from, to }: { from: Date; to: Date }) => {
    requestedSpans.push(from, to);
    return [webhook(FILE)];
  };
  const reports = await adyenReports({ reportsUrl: `${HOST}/`, apiKey: 'key', announcements }).reportsOf(
    DAY,
    ZONE,
  );
  expect(reports).toMatchObject({ kind: 'found', files: [{ name: 'settlement_detail_report_batch_7.csv' }] });
  expect(requestedSpans.map((at) => at.toISOString())).toEqual([
    '2026-11-13T23:00:00.000Z',
    '2026-11-14T23:00:00.000Z',
  ]);
});

it.each([
  ['another host', FILE.replace('ca-test.adyen.com', 'ca-test.adyen.com.evil.example')],
  ['a user before the host', FILE.replace('https://', 'https://ca-test.adyen.com@evil.example/')],
  ['no encryption', FILE.replace('https:', 'http:')],
  ['another path on the host', FILE.replace('/reports/download/', '/ca/login/')],
  ['a path that leads out of the folder', FILE.replace('download/', 'download/../../')],
  [
    'another report',
    FILE.replace('settlement_detail_report_batch_7', 'payments_accounting_report_2026_11_14'),
  ],
  ['a query string', `${FILE}?to=https://evil.example`],
  ['no address', 'ready'],
])('our API key is not sent to an announced report address with %s', async (_, address) => {
  expect(await found(webhook(address))).toMatchObject({ kind: 'not-there' });
});

it('webhooks other than report announcements announce no reports', async () => {
  expect(await found(webhook(FILE, 'AUTHORISATION'), 'no json')).toMatchObject({ kind: 'not-there' });
});
