import {
  askUploadTokens,
  cancelOrder,
  envelopeSchema,
  forgetDevice,
  joinOrders,
  listOrders,
  listRecipientHistory,
  listSavedCards,
  logOut,
  openWalletSession,
  parse,
  readCardOfOrder,
  readMyData,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  readRecentOrder,
  readReport,
  requestErasure,
  stopMail,
  submitAuthenticationResult,
  submitFeedback,
  submitPaymentToken,
  subscribeToMail,
  uploadFile,
  uploadRecipientHistory,
  wishRefund,
  type Endpoint,
} from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, orderNumber, type OrderId, type SavedCard } from '@jawhara/domain';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MovingBrowser, present } from '../device-transfer/test/moving-browser.ts';
import { placed, rememberCard, sessionOf } from '../test/card-payer.ts';
import { addressOf, giveAddress } from '../test/mail-stage.ts';
import { picture } from '../test/sample-files.ts';
import { openShop, type Shop, type Visitor } from '../test/shop.ts';

type Headers = Record<string, string>;

const HOST = { host: 'pay.example' };
const BACKUP = { host: 'pay2.example' };
/** The display id of account 1003. No other account in this test buys gems for it. */
const RECIPIENT = '8841206';
const ANY = { group: null, number: null, before: null } as const;

let shop: Shop;
let first: Headers;
let second: Headers;
beforeAll(async () => {
  const domains = { [HOST.host]: [BACKUP.host] };
  shop = await openShop({
    mail: true,
    env: {
      SITE_URL: 'http://pay.example',
      BACKUP_DOMAINS: JSON.stringify(domains),
      FEEDBACK_PER_HOUR: '1000',
    },
  });
  first = await sessionOf(shop, 1004);
  second = await sessionOf(shop, 1005);
});
afterAll(() => shop.close());

/** A row of every kind that the shop stores about a person. */
interface Rows {
  readonly phone: Visitor;
  readonly orderId: OrderId;
  readonly card: SavedCard;
  readonly report: string;
  readonly words: string;
  readonly file: string;
  readonly address: string;
}

let made = 0;

async function fileOf(phone: Visitor, headers: Headers): Promise<string> {
  const content = await picture('jpeg');
  const wanted = { name: 'photo.jpg', bytes: content.byteLength, contentType: 'image/jpeg' };
  const request = { files: [wanted], purpose: 'feedback', needsDate: false } as const;
  const [ticket] = (await phone.call(askUploadTokens, request, headers)).value ?? [];
  if (ticket?.kind !== 'ticket') throw new Error('no ticket');
  const form = new FormData();
  form.append('token', ticket.token);
  form.append('key', ticket.key);
  form.append('file', new Blob([new Uint8Array(content)]), 'photo.jpg');
  const sent = await fetch(`${shop.apiUrl}${uploadFile.path}`, {
    method: 'POST',
    headers: { cookie: phone.cookie(), ...headers },
    body: form,
  });
  const uploaded = parse(uploadFile.answer, v.parse(envelopeSchema, await sent.json()).data);
  if (uploaded.kind !== 'parsed') throw new Error('not uploaded');
  return uploaded.value.key;
}

async function rowsOf(headers: Headers): Promise<Rows> {
  const phone = shop.visitor();
  made += 1;
  const { orderId } = placed(await phone.buy('approve', { recipientId: 1003, headers }));
  const card = await rememberCard(phone, orderId, headers);
  const at = new Date('2026-10-01T00:00:00Z');
  const records = [{ accountId: accountId(1003), fillTimes: 1, firstFillAt: at, lastFillAt: at }];
  await phone.call(uploadRecipientHistory, records, headers);
  const file = await fileOf(phone, headers);
  const words = `words of person ${made}`;
  const about = { topic: null, contact: null, model: '', version: '', pageId: '' };
  const sent = await phone.call(
    submitFeedback,
    { ...about, content: words, orderNumber: '', fileKeys: [file] as never },
    headers,
  );
  const address = `person${made}@example.com`;
  await phone.call(
    subscribeToMail,
    { orderId, address: addressOf(address), consent: 'mail-ar-1' as const },
    headers,
  );
  return { phone, orderId, card, report: sent.value?.reportNumber ?? '', words, file, address };
}

/** Texts by which an answer would reveal data of this person. */
const marksOf = ({ orderId, card, report, words, address }: Rows): string[] => [
  orderId,
  orderNumber(orderId),
  card.sourceId,
  card.fingerprint,
  report,
  words,
  address,
  RECIPIENT,
];

type Ask = (rows: Rows) => readonly [Endpoint<never>, unknown];
const ask =
  <Request, Value>(endpoint: Endpoint<Request, Value>, request: (rows: Rows) => Request): Ask =>
  (rows) => [endpoint as unknown as Endpoint<never>, request(rows)];

/** Every call that returns data of a person, with a text that its owner finds in the answer also from another device. */
const READS: Record<string, { readonly ask: Ask; readonly mark: (rows: Rows) => string }> = {
  listOrders: { ask: ask(listOrders, () => ANY), mark: ({ orderId }) => orderId },
  readOrder: { ask: ask(readOrder, ({ orderId }) => ({ orderId })), mark: ({ address }) => address },
  readOrderStatus: {
    ask: ask(readOrderStatus, ({ orderId }) => ({ orderId })),
    mark: ({ card }) => card.sourceId,
  },
  readOrderFailure: {
    ask: ask(readOrderFailure, ({ orderId }) => ({ orderId })),
    mark: () => 'outcome',
  },
  readCardOfOrder: {
    ask: ask(readCardOfOrder, ({ orderId }) => ({ orderId })),
    mark: ({ card }) => card.sourceId,
  },
  listSavedCards: { ask: ask(listSavedCards, () => ({})), mark: ({ card }) => card.fingerprint },
  listRecipientHistory: {
    ask: ask(listRecipientHistory, () => ({ offset: 0, limit: 100 })),
    mark: () => RECIPIENT,
  },
  'readMyData, its orders': { ask: ask(readMyData, () => ({})), mark: ({ orderId }) => orderNumber(orderId) },
  'readMyData, its recipients': { ask: ask(readMyData, () => ({})), mark: () => RECIPIENT },
  'readMyData, its reports': { ask: ask(readMyData, () => ({})), mark: ({ words }) => words },
  'readMyData, its addresses': { ask: ask(readMyData, () => ({})), mark: ({ address }) => address },
  readReport: {
    ask: ask(readReport, ({ report }) => ({ reportNumber: report })),
    mark: ({ report }) => report,
  },
};

/** Every call that changes an order or opens its payment. */
const ACTS: Record<string, Ask> = {
  cancelOrder: ask(cancelOrder, ({ orderId }) => ({ orderId, reason: '' })),
  wishRefund: ask(wishRefund, ({ orderId }) => ({ orderId })),
  submitAuthenticationResult: ask(submitAuthenticationResult, ({ orderId }) => ({ orderId, proof: null })),
  submitPaymentToken: ask(submitPaymentToken, ({ orderId, card }) => ({
    orderId,
    payType: CHECKOUT_COM_CARD,
    card: { sourceId: card.sourceId, cvvToken: 'tok_of_somebody_else' },
  })),
  openWalletSession: ask(openWalletSession, ({ orderId }) => ({ orderId, domain: HOST.host })),
  subscribeToMail: ask(subscribeToMail, ({ orderId }) => ({
    orderId,
    address: addressOf('thief@example.com'),
    consent: 'mail-ar-1' as const,
  })),
  stopMail: ask(stopMail, ({ orderId }) => ({ orderId })),
};

async function answerTo(by: Visitor, headers: Headers, build: Ask, rows: Rows): Promise<string> {
  const [endpoint, request] = build(rows);
  const { value, refusal } = await by.call(endpoint, request as never, headers);
  return refusal ?? JSON.stringify(value);
}

function expectNothingOf(rows: Rows, text: string): void {
  for (const mark of marksOf(rows)) expect(text).not.toContain(mark);
}

/** The same device on another host, where no account is signed in. */
async function transferred(phone: Visitor): Promise<Visitor> {
  const browser = new MovingBrowser(phone);
  const code = await browser.code(await browser.arm(HOST), BACKUP, 'http://pay.example');
  const there = shop.visitor();
  expect((await present(there, code, BACKUP)).refusal).toBeNull();
  return there;
}

describe('rows of an account', () => {
  let rows: Rows;
  let strangers: (readonly [string, Visitor, Headers])[];
  beforeAll(async () => {
    rows = await rowsOf(first);
    const ended = await sessionOf(shop, 1004);
    await shop.visitor().call(logOut, {}, ended);
    const elsewhere = shop.visitor();
    const moved = await transferred(rows.phone);
    strangers = [
      ['a visitor on the same phone', rows.phone, {}],
      ['another account on the same phone', rows.phone, second],
      ['its own ended session on the same phone', rows.phone, ended],
      ['a visitor on another phone', elsewhere, {}],
      ['another account on another phone', elsewhere, second],
      ['a visitor on the host that the phone was transferred to', moved, {}],
      ['another account on that host', moved, second],
    ];
  });

  it.each(Object.entries(READS))(
    '[ORD-19] [CRD-09] %s: data of an account is shown on any of its devices, and to no other payer',
    async (_name, read) => {
      expect(await answerTo(shop.visitor(), first, read.ask, rows)).toContain(read.mark(rows));
      expect(await answerTo(rows.phone, first, read.ask, rows)).toContain(read.mark(rows));
      for (const [, by, headers] of strangers)
        expectNothingOf(rows, await answerTo(by, headers, read.ask, rows));
    },
  );

  it('[ORD-19] the newest order of an account on a device is shown to that account only, and to no other payer there', async () => {
    const recent = ask(readRecentOrder, () => ({ withinS: 3_600 }));
    expect(await answerTo(rows.phone, first, recent, rows)).toContain(rows.orderId);
    for (const [, by, headers] of strangers) expectNothingOf(rows, await answerTo(by, headers, recent, rows));
  });

  it.each(Object.entries(ACTS))(
    '[ORD-19] %s: another payer does not find the order of an account',
    async (_name, act) => {
      for (const [, by, headers] of strangers)
        expect(await answerTo(by, headers, act, rows)).toBe('order-not-found');
    },
  );

  it('[ORD-19] a file of a report can be read only with the account that sent it', async () => {
    const status = async (by: Visitor, headers: Headers) =>
      (
        await fetch(`${shop.apiUrl}/api/files/${rows.file}`, {
          headers: { ...(by.cookie() ? { cookie: by.cookie() } : {}), ...headers },
        })
      ).status;
    expect(await status(shop.visitor(), first)).toBe(200);
    for (const [, by, headers] of strangers) expect(await status(by, headers)).toBe(404);
  });

  it('[ORD-19] an order of an account cannot be claimed by another account on the same phone', async () => {
    for (const headers of [first, second])
      expect((await rows.phone.call(joinOrders, { mine: [rows.orderId] }, headers)).value?.joined).toBe(0);
    expect((await rows.phone.call(listOrders, ANY, second)).value?.earlier).toEqual([]);
  });
});

describe('rows of a visitor', () => {
  it.each(Object.entries(READS))(
    '[ORD-19] [CRD-09] %s: data of a visitor without an account is shown only on their device',
    async (_name, read) => {
      const rows = await rowsOf({});
      expect(await answerTo(rows.phone, {}, read.ask, rows)).toContain(read.mark(rows));
      for (const headers of [{}, first, second]) {
        const text = await answerTo(shop.visitor(), headers, read.ask, { ...rows });
        // Only these texts are checked: the first account has the same recipient in its own list, and may have the same
        // card with another id.
        for (const mark of [
          rows.orderId,
          orderNumber(rows.orderId),
          rows.card.sourceId,
          rows.words,
          rows.address,
        ])
          expect(text).not.toContain(mark);
      }
    },
  );

  it('[ORD-19] an account that signs in on a visitor’s device may claim the visitor’s orders, and does not see them elsewhere before', async () => {
    const rows = await rowsOf({});
    const fresh = await sessionOf(shop, 1006);
    const { value } = await rows.phone.call(listOrders, ANY, fresh);
    expect(value).toMatchObject({ of: 'account', orders: [], earlier: [{ orderId: rows.orderId }] });
    for (const name of ['readMyData, its orders', 'listRecipientHistory']) {
      const text = await answerTo(rows.phone, fresh, READS[name]?.ask ?? ACTS['stopMail']!, rows);
      for (const mark of [rows.orderId, orderNumber(rows.orderId), rows.words, rows.address, RECIPIENT])
        expect(text).not.toContain(mark);
    }
  });
});

describe('a person who is erased', () => {
  it('[ORD-19] [ORD-21] a request to erase an account deletes the mail addresses of its orders, but not those of other payers on its phone', async () => {
    const third = await sessionOf(shop, 1006);
    const mine = await rowsOf(third);
    const { orderId: guests } = placed(await mine.phone.buy('approve'));
    await giveAddress(mine.phone, guests, 'guest@example.com');
    const { orderId: others } = placed(await mine.phone.buy('approve', { headers: second }));
    await mine.phone.call(
      subscribeToMail,
      { orderId: others, address: addressOf('other@example.com'), consent: 'mail-ar-1' as const },
      second,
    );
    await shop.visitor().call(requestErasure, {}, third);
    const mailOf = async (orderId: OrderId, headers: Headers) =>
      (await mine.phone.call(readOrder, { orderId }, headers)).value?.mail?.address;
    expect(await mailOf(mine.orderId, third)).toBeNull();
    expect(await mailOf(guests, {})).toBe('guest@example.com');
    expect(await mailOf(others, second)).toBe('other@example.com');
  });

  it('[ORD-19] clearing a phone deletes no order or mail address of an account that used it, but the phone can no longer read them', async () => {
    const rows = await rowsOf(second);
    await rows.phone.call(forgetDevice, {});
    expect(await answerTo(shop.visitor(), second, READS['readOrder']!.ask, rows)).toContain(rows.address);
    expect(await answerTo(rows.phone, {}, READS['readOrder']!.ask, rows)).toBe('order-not-found');
  });
});
