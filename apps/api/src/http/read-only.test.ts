import {
  ALL_ENDPOINTS,
  readServerTime,
  submitFeedback,
  type CallName,
  type Endpoint,
} from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, type DisplayId, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '../accounts/session-key.ts';
import { makeTicket } from '../accounts/log-in.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { receiptLink } from '../receipts/receipt.ts';
import { DEVELOPMENT_RECEIPT_KEYS } from '../../../../tools/stack/development-device.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A request for each call that only reads. */
const questions = (orderId: OrderId, reportNumber: string, ticket: string) => {
  const displayId = '5048213' as DisplayId;
  return {
    readSignedInAccount: {},
    listSessions: {},
    readTicket: { ticket },
    readSignInProviders: {},
    readOperatorFacts: { language: 'ar' as const },
    readPressedAccount: { accountId: accountId(1001) },
    readAccountStatuses: { asking: 'social', accountIds: [accountId(1001)] },
    readJoinedRooms: {},
    readFine: { displayId },
    readReport: { reportNumber },
    readMyData: {},
    listGemPacks: { recipientId: accountId(1001) },
    readOrderStatus: { orderId },
    readOrder: { orderId },
    readOrderFailure: { orderId },
    readReceipt: { link: receiptLink(orderId, DEVELOPMENT_RECEIPT_KEYS) },
    listRecipientHistory: { offset: 0, limit: 10 },
    findRecipient: { displayId },
    listSavedCards: {},
    readCardOfOrder: { orderId },
    readSiteConfig: {},
    readServerTime: {},
    readBackupDomains: {},
    readPosition: {},
    askHandOver: {},
    askBrowserHandOver: {},
    readRecentOrder: { withinS: 60 },
    listOrders: { group: null, number: null, before: null },
    probeHost: {},
    probeHostOfApp: {},
    checkDomainPayable: {
      payType: CHECKOUT_COM_CARD,
      domain: 'jawhara.example',
      accountId: null,
      grayValue: null,
    },
  } satisfies Partial<Record<CallName, object>>;
};

/** The text of every row of every table. */
async function everything(): Promise<string> {
  const tables = await shop.db<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const contents = await Promise.all(
    tables.map(({ name }) =>
      shop.db.unsafe(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${name} t`,
      ),
    ),
  );
  return tables.map(({ name }, i) => `${name} ${String(contents[i]?.[0]?.['rows'])}`).join('\n');
}

/** Waits until the sweeper and webhooks change no more rows, and returns all rows. */
async function whenQuiet(): Promise<string> {
  for (let before = ''; ;) {
    const now = await everything();
    if (now === before) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

it('[NET-12] calls that the contract marks as only reading change no row of the database', async () => {
  const visitor = shop.visitor();
  const sessions = { db: shop.db, now: systemClock, chance: systemChance };
  const key = await openSession(sessions, accountId(1001), 'app');
  const headers = { 'x-session-key': key };
  const { value } = await visitor.buy('approve', { headers });
  if (value === null) throw new Error('not bought');
  const report = { content: 'x', fileKeys: [], topic: null, orderNumber: '', contact: null } as const;
  const sent = await visitor.call(submitFeedback, { ...report, model: '', version: '', pageId: '' });
  const requestsByCall = questions(
    value.orderId,
    sent.value?.reportNumber ?? '',
    await makeTicket(sessions, accountId(1001)),
  );
  const reading = ALL_ENDPOINTS.filter(({ changes }) => !changes);
  expect(Object.keys(requestsByCall).toSorted()).toEqual(reading.map(({ name }) => name).toSorted());

  // The first call of a device links it to the account, so it is made before the rows are read for comparison.
  await visitor.call(readServerTime, {}, headers);
  const before = await whenQuiet();
  for (const call of reading) {
    const request = requestsByCall[call.name as keyof typeof requestsByCall];
    const { status, refusal } = await visitor.call(call as Endpoint, request, headers);
    expect([call.name, status, refusal]).toEqual([call.name, 200, null]);
  }
  await shop.app.telemetry.flush();
  expect(await everything()).toBe(before);
});
