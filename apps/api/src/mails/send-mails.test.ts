import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAIL_KINDS, type MailKind, type OrderId } from '@jawhara/domain';
import { APPLE_PAY_KEYS } from '../../../../tools/stack/apple-pay-keys.ts';
import { openMailServer } from '../../../sandbox/src/mail/mail-server.ts';
import { createTimers } from '../../../sandbox/src/world/timers.ts';
import { alertsOfOrder, openAlerts } from '../alerts/alert.store.ts';
import { smtp, type SendBySmtp, type SmtpServer } from '../platform/smtp.ts';
import { resendMails } from '../operator/mails/mail.verbs.ts';
import { watchDeliveries } from '../orders/follow-up/watch-orders.ts';
import {
  boughtGems,
  giveAddress,
  mailWorker,
  mailsTo,
  refunded,
  undeliveredOrder,
} from '../test/mail-stage.ts';
import { deskOf } from '../test/operator-desk.ts';
import { signed } from '../test/signed.ts';
import { countMailsWaitingSince, countParkedMails, unsentMails } from './mail.store.ts';
import { runOps } from '../test/run-ops.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ mail: true });
});
afterEach(async () => {
  await shop.mailServer?.setAway(false);
  await shop.db`update mails set state = 'dropped', send_after = null where state in ('waiting', 'sending', 'parked')`;
});
afterAll(() => shop.close());

async function waitingReceipt(local: string) {
  const { buyer, orderId } = await boughtGems(shop);
  const address = `${local}+${randomUUID().slice(0, 8)}@example.com`;
  await giveAddress(buyer, orderId, address);
  return { orderId, address };
}

const mailOf = async (orderId: OrderId) =>
  (
    await shop.db<{ state: string; tries: number; interruptions: number; answer: string | null }[]>`
    select state, tries, interruptions, answer from mails where order_id = ${orderId}`
  )[0];
const dueNow = (orderId: OrderId) =>
  shop.db`update mails set send_after = now() - interval '1 second' where order_id = ${orderId} and send_after is not null`;
const endedBy = async (orderId: OrderId) =>
  (await shop.db`select ended_by from mail_subscriptions where order_id = ${orderId}`)[0]?.['ended_by'];
const parkedAlerts = async (orderId: OrderId) =>
  (await alertsOfOrder(shop.db, orderId)).filter(
    ({ kind, closedAt }) => kind === 'mail-parked' && closedAt === null,
  );

const CRASH = new Error('the worker is killed');

/** A mail worker that dies at this step. Nothing of it runs afterwards, as in a killed process. */
function dyingWorker(step: 'before the send' | 'after the send' | 'in the middle of the record') {
  const { deps } = mailWorker(shop);
  const real = deps.send;
  const send: SendBySmtp = async (message) => {
    if (step === 'before the send') throw CRASH;
    const answer = await real(message);
    if (step === 'after the send') throw CRASH;
    return answer;
  };
  const db = new Proxy(deps.db, {
    get: (target, name) =>
      name === 'begin' && step === 'in the middle of the record'
        ? () => Promise.reject(CRASH)
        : Reflect.get(target, name),
  });
  return mailWorker(shop, { send, db });
}

/** For each kind, an order with this news waiting to be sent and no other news. */
const WAITING_NEWS: Readonly<Record<MailKind, () => Promise<{ orderId: OrderId; address: string }>>> = {
  receipt: () => waitingReceipt('killed'),
  async late() {
    const { buyer, orderId } = await undeliveredOrder(shop);
    const address = `killed+${randomUUID().slice(0, 8)}@example.com`;
    await giveAddress(buyer, orderId, address);
    await shop.db`
      update orders set moved_at = now() - interval '2 hours', created_at = now() - interval '25 hours' where id = ${orderId}`;
    await watchDeliveries(shop.app.context, shop.env.promises);
    return { orderId, address };
  },
  async refunded() {
    const { orderId, address } = await waitingReceipt('killed');
    await shop.db`delete from mails where order_id = ${orderId}`;
    await refunded(shop, orderId, 400);
    await vi.waitFor(async () => expect(await mailOf(orderId)).toBeDefined(), 5_000);
    return { orderId, address };
  },
};

const STEPS = [
  ['before the send', 1],
  ['after the send', 2],
  ['in the middle of the record', 2],
] as const;

describe.each(MAIL_KINDS)('[ORD-21] a mail worker that is killed with a mail (%s)', (kind) => {
  it.each(STEPS)(
    'a mail worker killed %s leads to %d copies of the mail at most, under one Message-ID',
    async (step, copies) => {
      const { orderId, address } = await WAITING_NEWS[kind]();
      await expect(dyingWorker(step).work()).rejects.toThrow(CRASH);
      // Until the dead worker's claim expires, no other worker takes the mail.
      await mailWorker(shop).work();
      expect((await mailOf(orderId))?.state).toBe('sending');
      await dueNow(orderId);
      const { work, counted } = mailWorker(shop);
      await work();
      await work();
      const mails = mailsTo(shop, address);
      expect(mails).toHaveLength(copies);
      expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
      expect(counted).toEqual([`${kind} interrupted`, `${kind} sent`]);
      expect(shop.log()).toContain('the end of its last send is not known');
      expect(await mailOf(orderId)).toMatchObject({ state: 'sent', interruptions: 1 });
    },
  );
});

describe('[ORD-21] a mail worker that is killed', () => {
  it('a mail whose worker was killed twice is parked with an alert and not sent a third time', async () => {
    const { orderId, address } = await waitingReceipt('twice');
    for (let times = 0; times < 2; times += 1) {
      await expect(dyingWorker('after the send').work()).rejects.toThrow(CRASH);
      await dueNow(orderId);
    }
    await mailWorker(shop).work();
    await dueNow(orderId);
    await mailWorker(shop).work();
    expect(mailsTo(shop, address)).toHaveLength(2);
    expect(await mailOf(orderId)).toMatchObject({ state: 'parked' });
    expect(await parkedAlerts(orderId)).toHaveLength(1);
  });

  it('ten mail workers at once send each waiting mail once', async () => {
    const receipts = [
      await waitingReceipt('crowd'),
      await waitingReceipt('crowd'),
      await waitingReceipt('crowd'),
    ];
    await Promise.all(Array.from({ length: 10 }, () => mailWorker(shop).work()));
    for (const { address } of receipts) expect(mailsTo(shop, address)).toHaveLength(1);
  });
});

describe('[ORD-21] a mail server', () => {
  it('a mail to an unknown mailbox is not sent again, and no further mail goes to its address', async () => {
    const { orderId, address } = await waitingReceipt('unknown');
    await mailWorker(shop).work();
    expect(await mailOf(orderId)).toMatchObject({ state: 'bounced', answer: '550 5.1.1' });
    expect(await endedBy(orderId)).toBe('bounce');
    expect(shop.log()).not.toContain(address);
  });

  it('a sent mail that comes back as undeliverable stops further mail to its address, which its return path identifies', async () => {
    const { orderId } = await waitingReceipt('returned');
    await mailWorker(shop).work();
    await vi.waitFor(async () => expect(await endedBy(orderId)).toBe('bounce'), 5_000);
    expect(await mailOf(orderId)).toMatchObject({ state: 'bounced', answer: '5.1.1' });
  });

  it('a mail that the mail server refuses for now is tried again after pauses, and delivered', async () => {
    const { orderId, address } = await waitingReceipt('later');
    for (let times = 0; times < 2; times += 1) {
      await mailWorker(shop).work();
      expect(await mailOf(orderId)).toMatchObject({
        state: 'waiting',
        tries: times + 1,
        answer: '451 4.2.0',
      });
      await mailWorker(shop).work();
      await dueNow(orderId);
    }
    await mailWorker(shop).work();
    expect(mailsTo(shop, address)).toHaveLength(1);
  });

  it('a mail that the mail server refuses is parked with an alert, and an operator sends it again', async () => {
    const { orderId } = await waitingReceipt('blocked');
    await mailWorker(shop).work();
    expect(await mailOf(orderId)).toMatchObject({ state: 'parked', answer: '554 5.7.1' });
    expect(await parkedAlerts(orderId)).toHaveLength(1);
    expect(await endedBy(orderId)).toBeNull();
    expect((await runOps(shop, 'mails', 'list')).out).toContain('554 5.7.1');
    expect((await runOps(shop, 'mails', 'resend', orderId, '--why', 'it takes us again')).code).toBe(0);
    expect(await mailOf(orderId)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(await parkedAlerts(orderId)).toHaveLength(0);
    await mailWorker(shop).work();
    expect(await parkedAlerts(orderId)).toHaveLength(1);
  });

  it('a mail is sent again when the mail server cuts the connection after the last byte', async () => {
    const { orderId, address } = await waitingReceipt('cut');
    const { work, counted } = mailWorker(shop);
    await work();
    expect(await mailOf(orderId)).toMatchObject({ state: 'waiting', interruptions: 1 });
    await dueNow(orderId);
    await work();
    expect(mailsTo(shop, address)).toHaveLength(2);
    expect(await mailOf(orderId)).toMatchObject({ state: 'sent' });
    expect(counted.filter((one) => one === 'receipt interrupted').length).toBeGreaterThan(0);
  });

  it('while the mail server is unreachable a mail’s tries do not count, and after a quarter of an hour an alert is raised', async () => {
    const { orderId, address } = await waitingReceipt('away');
    await shop.mailServer?.setAway(true);
    await mailWorker(shop).work();
    expect(await mailOf(orderId)).toMatchObject({ state: 'waiting', tries: 0 });
    const away = async () =>
      (await openAlerts(shop.db, 100)).filter(({ kind }) => kind === 'mail-server-away').length;
    expect(await away()).toBe(0);
    await shop.db`update mails set created_at = now() - interval '16 minutes', send_after = now() - interval '1 second' where order_id = ${orderId}`;
    await mailWorker(shop).work();
    expect(await away()).toBe(1);
    await shop.mailServer?.setAway(false);
    await dueNow(orderId);
    await mailWorker(shop).work();
    expect(await away()).toBe(0);
    expect(mailsTo(shop, address)).toHaveLength(1);
  });
});

describe('an operator', () => {
  it('an operator lists waiting and parked mails and resends a parked one; an order without a parked mail is refused', async () => {
    const { orderId } = await waitingReceipt('blocked');
    const { db } = shop.app.context;
    const soon = new Date(Date.now() + 60_000);
    expect(await countMailsWaitingSince(db, soon)).toBeGreaterThan(0);
    expect(await unsentMails(db, 10)).toMatchObject([{ orderId, kind: 'receipt', state: 'waiting' }]);
    await mailWorker(shop).work();
    expect(await countParkedMails(db)).toBe(1);
    expect(await unsentMails(db, 10)).toMatchObject([{ orderId, state: 'parked', answer: '554 5.7.1' }]);
    // Called in this process, so that its SQL statements are recorded.
    const desk = { ...deskOf(shop), orders: shop.app.context };
    expect(await resendMails(desk, signed(), orderId)).toMatchObject({ kind: 'done' });
    expect(await mailOf(orderId)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(await resendMails(desk, signed(), orderId)).toMatchObject({ because: 'no-parked-mail' });
  });
});

describe('[ORD-21] a returned mail', () => {
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${shop.apiUrl}/webhooks/mail-returns/`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', ...headers },
      body,
    });
  const FINAL = 'Action: failed\r\nStatus: 5.1.1\r\n';

  it('a returned mail is accepted only with the right key, the right return path and a report of final failure', async () => {
    const { orderId, address } = await waitingReceipt('home');
    await mailWorker(shop).work();
    const returnPath = mailsTo(shop, address)[0]?.from ?? '';
    const key = shop.env.mail?.returnsKey ?? '';
    expect((await post({ 'x-mail-recipient': returnPath }, FINAL)).status).toBe(401);
    const wrong = [
      [{ 'x-mail-returns-key': key, 'x-mail-recipient': returnPath.replace(/[0-9a-f]@/, 'x@') }, FINAL],
      [{ 'x-mail-returns-key': key, 'x-mail-recipient': returnPath }, 'I am on leave until Monday.'],
      [{ 'x-mail-returns-key': key, 'x-mail-recipient': returnPath }, 'Action: delayed\r\nStatus: 4.4.1\r\n'],
      [{ 'x-mail-returns-key': key, 'x-mail-recipient': returnPath }, 'Action: failed\r\nStatus: 4.4.7\r\n'],
    ] as const;
    for (const [headers, body] of wrong) expect((await post(headers, body)).status).toBe(200);
    expect(await endedBy(orderId)).toBeNull();
    // Mail servers may change the case of the part before the @.
    await post({ 'x-mail-returns-key': key, 'x-mail-recipient': returnPath.toUpperCase() }, FINAL);
    expect(await endedBy(orderId)).toBe('bounce');
  });
});

describe('the connection to the mail server', () => {
  const pem = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  const message = { from: 'a@b.example', to: 'home@example.com', raw: Buffer.from('Subject: x\r\n\r\nx') };

  it('mail is sent over an encrypted connection with a valid login; with an invalid one nothing is sent', async () => {
    const timers = createTimers();
    const login = { user: 'shop', password: 'secret of the test' };
    const tls = {
      keyPem: pem(APPLE_PAY_KEYS.gatewayKey),
      certificatePem: pem(APPLE_PAY_KEYS.gatewayCertificate),
    };
    const server = await openMailServer({ port: 0, returns: null, tls, login }, timers);
    const ca = pem(APPLE_PAY_KEYS.authority);
    const line: SmtpServer = { host: '127.0.0.1', port: server.port, tls: 'starttls', login, ca };
    expect(await smtp(line)(message)).toMatchObject({ kind: 'accepted' });
    const wrong = [
      { ...line, ca: null },
      { ...line, tls: 'none' as const },
      { ...line, login: { ...login, password: 'wrong' } },
    ];
    for (const one of wrong) expect((await smtp(one)(message)).kind).toBe('away');
    expect(server.inbox).toHaveLength(1);
    await server.close();
    timers.stop();
  });

  it('no mail is sent to a server that offers no encryption', async () => {
    const port = shop.mailServer?.port ?? 0;
    const line: SmtpServer = { host: '127.0.0.1', port, tls: 'starttls', login: null, ca: null };
    expect((await smtp(line)(message)).kind).toBe('away');
  });
});
