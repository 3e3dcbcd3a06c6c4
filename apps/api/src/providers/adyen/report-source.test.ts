import { readReportZone, readSettlementDay } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { adyenReports } from './report-source.ts';

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
  adyenReports({ reportsUrl: HOST, apiKey: 'key', told: async () => bodies }).reportsOf(DAY, ZONE);

it('fetches what was told on that day, as the account cuts it', async () => {
  const asked: Date[] = [];
  const told = async ({ from, to }: { from: Date; to: Date }) => {
    asked.push(from, to);
    return [webhook(FILE)];
  };
  const reports = await adyenReports({ reportsUrl: `${HOST}/`, apiKey: 'key', told }).reportsOf(DAY, ZONE);
  expect(reports).toMatchObject({ kind: 'found', files: [{ name: 'settlement_detail_report_batch_7.csv' }] });
  expect(asked.map((at) => at.toISOString())).toEqual([
    '2026-11-13T23:00:00.000Z',
    '2026-11-14T23:00:00.000Z',
  ]);
});

it.each([
  ['another host', FILE.replace('ca-test.adyen.com', 'ca-test.adyen.com.evil.example')],
  ['a user before the host', FILE.replace('https://', 'https://ca-test.adyen.com@evil.example/')],
  ['without encryption', FILE.replace('https:', 'http:')],
  ['another place of the host', FILE.replace('/reports/download/', '/ca/login/')],
  ['a way out of the place', FILE.replace('download/', 'download/../../')],
  [
    'another report',
    FILE.replace('settlement_detail_report_batch_7', 'payments_accounting_report_2026_11_14'),
  ],
  ['a question behind it', `${FILE}?to=https://evil.example`],
  ['no address', 'ready'],
])('our key never goes to %s', async (_, address) => {
  expect(await found(webhook(address))).toMatchObject({ kind: 'not-there' });
});

it('other webhooks say nothing of reports', async () => {
  expect(await found(webhook(FILE, 'AUTHORISATION'), 'no json')).toMatchObject({ kind: 'not-there' });
});
