import { listRecipientHistory, uploadRecipientHistory, type KnownRecipient } from '@jawhara/contract';
import { accountId, RECIPIENT_HISTORY_MAX, type DisplayId, type OrderId } from '@jawhara/domain';
import { HttpResponse, http } from 'msw/http';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetLogin } from '../browser/storage/forget-login.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { rememberOrderId } from '../browser/storage/orders.ts';
import {
  countPaidRecipient,
  storedPaidRecipients,
  rememberRecipient,
  storedRecipient,
  storedRecipientHistory,
} from '../browser/storage/recipients.ts';
import { fetchRecipients, uploadRecipients } from './share-recipients.ts';
import { AMAL, NOURA } from './test/accounts.ts';
import { answer, requestsTo, network } from './test/network.ts';

const SESSION = { sessionKey: 'a'.repeat(64), account: AMAL };
/** 2026-11-14 12:00 UTC, the time encoded in the order's id. */
const MADE_AT = new Date('2026-11-14T12:00:00Z');
const orderAt = (time: Date) => {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001` as OrderId;
};
const known = (id: number, day: number): KnownRecipient => ({
  accountId: accountId(id),
  recipient: {
    accountId: accountId(id),
    displayId: String(7_000_000 + id) as DisplayId,
    nickname: `P${id}`,
    iconUrl: null,
  },
  payer: { accountId: AMAL.accountId },
  isGuest: false,
  status: 'normal',
  fillTimes: 3,
  firstFillAt: new Date(Date.UTC(2026, 9, 1)),
  lastFillAt: new Date(Date.UTC(2026, 9, day)),
});
const paidIds = () => storedPaidRecipients.read()?.map((one) => Number(one.accountId));

beforeEach(() => {
  localStorage.clear();
  network.use(answer(uploadRecipientHistory, {}), answer(listRecipientHistory, []));
});

describe('the recipients that a payer has paid for', () => {
  it('[RCP-06] paid recipients are neither uploaded nor read for a visitor who is not signed in', async () => {
    countPaidRecipient(NOURA.accountId, orderAt(MADE_AT));
    await uploadRecipients();
    await fetchRecipients();
    expect([requestsTo(uploadRecipientHistory), requestsTo(listRecipientHistory)]).toEqual([[], []]);
  });

  it('[RCP-06] paid recipients are read in pages of 100 and merged: own account first, at most 40, no duplicates', async () => {
    const all = [
      known(Number(AMAL.accountId), 1),
      ...Array.from({ length: 120 }, (_, n) => known(5_000 + n, 2)),
    ];
    network.use(answer(listRecipientHistory, ({ offset, limit }) => all.slice(offset, offset + limit)));
    rememberRecipient(NOURA);
    countPaidRecipient(NOURA.accountId, orderAt(MADE_AT));
    storedLogin.write({ ...SESSION, storedAtMs: 0 });
    await fetchRecipients();
    expect(requestsTo(listRecipientHistory).map(({ offset, limit }) => [offset, limit])).toEqual([
      ['0', '100'],
      ['100', '100'],
    ]);
    expect(paidIds()?.slice(0, 2)).toEqual([AMAL.accountId, NOURA.accountId]);
    expect(paidIds()).toHaveLength(RECIPIENT_HISTORY_MAX);
    expect(new Set(paidIds()).size).toBe(RECIPIENT_HISTORY_MAX);
    expect(storedRecipientHistory.read()).toHaveLength(RECIPIENT_HISTORY_MAX);
  });

  it.each([
    ['seconds', 1_794_000_000],
    ['milliseconds', 1_794_000_000_000],
    ['a text of seconds', '1794000000'],
  ])('[FMT-02] the dates of paid recipients are read from %s alike', async (_, reported) => {
    const { list } = listRecipientHistory.answer.write([known(5_000, 2)]) as { list: object[] };
    const data = { list: [{ ...list[0], first_fill_time: reported, last_fill_time: reported }] };
    network.use(http.get(`*${listRecipientHistory.path}`, () => HttpResponse.json({ result: 0, data })));
    storedLogin.write({ ...SESSION, storedAtMs: 0 });
    await fetchRecipients();
    expect(storedPaidRecipients.read()).toMatchObject([
      { firstMs: 1_794_000_000_000, lastMs: 1_794_000_000_000 },
    ]);
  });

  it('signing out removes the recipients that the account paid for, and keeps those of the visitor', async () => {
    network.use(answer(listRecipientHistory, [known(5_000, 2)]));
    rememberRecipient(NOURA);
    rememberOrderId(orderAt(MADE_AT));
    countPaidRecipient(NOURA.accountId, orderAt(MADE_AT));
    storedLogin.write({ ...SESSION, storedAtMs: 0 });
    await fetchRecipients();
    expect(paidIds()).toEqual([NOURA.accountId, 5_000]);
    forgetLogin();
    expect(paidIds()).toEqual([NOURA.accountId]);
    expect(storedRecipientHistory.read()).toEqual([NOURA]);
  });

  it('stored paid recipients without dates are read with the date of their order', () => {
    localStorage.setItem(
      'jawhara.paid_recipients',
      JSON.stringify([{ id: 1001, times: 2, order: orderAt(MADE_AT) }]),
    );
    expect(storedPaidRecipients.read()).toMatchObject([
      { firstMs: MADE_AT.getTime(), lastMs: MADE_AT.getTime() },
    ]);
  });

  it('[RCP-07] the chosen recipient is stored under the specified field names', () => {
    rememberRecipient(NOURA);
    const remembered = JSON.parse(localStorage.getItem('jawhara.recipient') ?? 'null') as unknown;
    expect(remembered).toEqual({
      to_uid: NOURA.accountId,
      to_display_uid: NOURA.displayId,
      to_nickname: NOURA.nickname,
      to_icon: null,
      display_uid: NOURA.displayId,
      icon: null,
      source: 1,
    });
    expect(storedRecipient.read()).toEqual(NOURA);
  });
});
