import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { orderNumber, type AccountId, type AlertKind, type OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { inTransaction } from '../platform/postgres.ts';
import { chatReceiver, type ChatReceiver } from '../test/chat-receiver.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { countUnpostedAlerts } from './alert-post.store.ts';
import { closeAlert, healAlert, raiseAlert, type Alert } from './alert.store.ts';
import { chatBot, postAlerts, postPauseMs, type ChatBotFormat } from './post-alerts.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

let base: TestDatabase;
let receiver: ChatReceiver;
let clock = new Date('2026-11-15T10:00:00Z');
let log: string[] = [];
beforeAll(async () => {
  base = await openDatabase();
});
beforeEach(async () => {
  receiver = await chatReceiver();
  clock = new Date('2026-11-15T10:00:00Z');
  log = [];
});
afterEach(async () => {
  await receiver.close();
  await base.db`delete from alerts`;
});
afterAll(() => base.close());

const wait = (ms: number): void => void (clock = new Date(clock.getTime() + ms));

interface AnyAlert extends Omit<Alert<AlertKind>, 'orderId' | 'detail'> {
  readonly orderId: OrderId | null;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

async function raise(kind: AlertKind, about: Partial<AnyAlert> = {}): Promise<AnyAlert> {
  wait(1);
  const alert: AnyAlert = {
    id: randomUUID(),
    kind,
    orderId: randomUUID() as OrderId,
    recipientId: 1001 as AccountId,
    at: clock,
    ...about,
    detail: { refund: randomUUID(), notification: randomUUID(), ...about.detail },
  };
  await inTransaction(base.db, (tx) => raiseAlert(tx, alert as Alert<AlertKind>));
  return alert;
}

function post(format: ChatBotFormat = 'text', timeoutMs = PATIENCE_MS): Promise<number> {
  const logger = createLogger('info', { write: (line) => void log.push(line) });
  return postAlerts({ db: base.db, now: () => clock, logger, bot: chatBot(receiver.url, format, timeoutMs) });
}

const heads = (): string[] => receiver.texts().map((text) => text.split(':')[0] ?? '');
const numberOf = ({ orderId }: AnyAlert): string => orderNumber(orderId as OrderId);

it('[ALR-01] each alert is posted to the chat once, however often the job runs', async () => {
  const alert = await raise('amount-mismatch');
  expect(await post()).toBe(1);
  expect(await post()).toBe(0);
  expect(receiver.bodies).toHaveLength(1);
  expect(receiver.texts()[0]).toBe(
    `[today] amount-mismatch: ${numberOf(alert)}\nThe money that came is not the price. The order is held.\nNext: ops order story; then ops order release takes it as the price, ops order send-back returns what is left of it.\nOffers: ops order story, ops order release, ops order send-back`,
  );
  const [row] = await base.db`select posted_at, post_after from alerts`;
  expect(row).toEqual({ posted_at: clock, post_after: null });
});

it('[ALR-01] alerts are posted by urgency, then by age', async () => {
  await raise('late-confirmation');
  await raise('refund-refused');
  await raise('provider-refuses-us', { orderId: null, detail: { provider: 17 } });
  await raise('amount-mismatch');
  expect(await post()).toBe(4);
  expect(heads()).toEqual([
    '[now] provider-refuses-us',
    '[today] refund-refused',
    '[today] amount-mismatch',
    '[note] late-confirmation',
  ]);
  expect(receiver.texts()[0]).toContain('provider-refuses-us: provider 17\n');
});

it('[ALR-01] many alerts of one kind are posted in few messages, each order named once', async () => {
  const alerts = [];
  for (let count = 0; count < 45; count += 1) alerts.push(await raise('refund-refused'));
  expect(await post()).toBe(45);
  expect(receiver.bodies).toHaveLength(3);
  const named = receiver.texts().flatMap((text) => text.match(/JW-[0-9A-Z]{4}-[0-9A-Z]{5}/g) ?? []);
  expect(named).toEqual(alerts.map(numberOf));
});

describe('[ALR-01] alerts that could not be posted', () => {
  it('alerts that could not be posted are tried again after growing pauses, the most urgent first', async () => {
    await receiver.answer(null);
    await raise('late-confirmation');
    const urgent = await raise('flow-stuck', { detail: { flow: 'x' } });
    expect(await post()).toBe(0);
    // A less urgent alert is not posted earlier: while the most urgent one waits, all others wait too.
    await raise('refund-refused');
    expect(await post()).toBe(0);
    wait(postPauseMs(0));
    expect(await post()).toBe(0);
    await receiver.answer(200);
    expect(await post()).toBe(0);
    wait(postPauseMs(1));
    expect(await post()).toBe(3);
    expect(heads()).toEqual(['[now] flow-stuck', '[today] refund-refused', '[note] late-confirmation']);
    const [row] = await base.db`select post_tries from alerts where id = ${urgent.id}`;
    expect(row).toEqual({ post_tries: 3 });
  });

  it('a failed post of an alert does not delay a more urgent alert raised meanwhile', async () => {
    await receiver.answer(503);
    await raise('refund-refused');
    expect(await post()).toBe(0);
    await receiver.answer(200);
    await raise('flow-stuck', { detail: { flow: 'x' } });
    expect(await post()).toBe(1);
    expect(heads()).toEqual(['[now] flow-stuck']);
  });

  it('a post answered with an error, a redirect or a failure code inside a 200 is tried again', async () => {
    await raise('refund-refused');
    for (const [status, body] of [
      [429, 'slow down'],
      [302, ''],
      [200, '{"code":19001,"msg":"param invalid"}'],
    ] as const) {
      await receiver.answer(status, body);
      expect(await post()).toBe(0);
      wait(postPauseMs(99));
    }
    await receiver.answer(200, '{"code":0}');
    expect(await post('lark')).toBe(1);
    expect(JSON.parse(receiver.bodies.at(-1) ?? '')).toMatchObject({ msg_type: 'text' });
  });

  it('the pauses between tries to post an alert grow up to ten minutes', () => {
    expect([0, 1, 2, 7, 50].map(postPauseMs)).toEqual([5_000, 10_000, 20_000, 600_000, 600_000]);
  });

  it('an alert that cannot be posted is counted for the metrics, and the chat address is not logged', async () => {
    await receiver.answer(500);
    await raise('refund-refused');
    await post();
    wait(60_000);
    expect(await countUnpostedAlerts(base.db, clock)).toBe(1);
    expect(log.join('')).toContain('could not be posted');
    expect(log.join('')).not.toContain('/services/');
  });
});

it('[ALR-01] when several processes post at once, each alert is posted once, and in order', async () => {
  for (let count = 0; count < 6; count += 1) {
    await raise('refund-refused');
    await raise('amount-mismatch');
  }
  const posted = await Promise.all([post(), post(), post()]);
  // A call returns early when it finds another one posting, so the rest is posted here.
  while ((await post()) > 0);
  expect(posted.reduce((sum, count) => sum + count, 0)).toBe(12);
  const rows = await base.db<{ order_id: OrderId }[]>`select order_id from alerts order by raised_at`;
  const named = receiver.texts().flatMap((text) => text.match(/JW-[0-9A-Z]{4}-[0-9A-Z]{5}/g) ?? []);
  expect(named).toEqual(rows.map(({ order_id: id }) => orderNumber(id)));
});

it('[ALR-01] posted alerts contain no personal data, whatever their detail contains', async () => {
  const secrets = ['5048213', 'نورة', '203.0.113.7', '4242', 'pay_secret', 'noura@example.com', '1001'];
  await raise('amount-mismatch', {
    detail: {
      providerPaymentId: 'pay_secret',
      ...Object.fromEntries(secrets.map((secret, index) => [`key${index}`, secret])),
    },
  });
  await raise('provider-refuses-us', { orderId: null, detail: { provider: 13, account: 1001 } });
  await raise('unheard-of-event', { orderId: null, detail: { notification: randomUUID(), device: '4242' } });
  expect(await post()).toBe(3);
  const sent = receiver.bodies.join('\n');
  for (const secret of secrets.filter((text) => !/^\d{4}$/.test(text))) expect(sent).not.toContain(secret);
  const withoutNames = sent.replaceAll(/JW-[0-9A-Z-]+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
  expect(withoutNames).not.toMatch(/\d{4}/);
});

it('an alert that ended by itself before it was posted is posted as over; one closed by an operator or too old is not posted', async () => {
  await receiver.answer(null);
  await raise('flow-stuck', { orderId: null, detail: { flow: 'healed' } });
  const closed = await raise('refund-refused');
  await inTransaction(base.db, async (tx) => {
    await healAlert(tx, { kind: 'flow-stuck', about: { subject: 'flow:healed' }, why: 'it runs', at: clock });
    await closeAlert(tx, closed.id, { by: 'noura', why: 'sent by hand', at: clock });
  });
  await receiver.answer(200);
  expect(await post()).toBe(1);
  expect(receiver.texts()[0]).toContain('flow:healed (over by now)');
  await raise('flow-stuck', { orderId: null, detail: { flow: 'old' } });
  await inTransaction(base.db, (tx) =>
    healAlert(tx, { kind: 'flow-stuck', about: { subject: 'flow:old' }, why: 'it runs', at: clock }),
  );
  wait(25 * 3_600_000);
  expect(await post()).toBe(0);
});

it('[ALR-01] alerts can be raised while the program waits for a chat that never answers', async () => {
  await raise('refund-refused');
  await receiver.answer(200);
  const { createServer } = await import('node:net');
  const connections: Socket[] = [];
  const silent = createServer((socket) => void connections.push(socket));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as { port: number };
  const logger = createLogger('silent');
  const bot = chatBot(`http://127.0.0.1:${port}/`, 'text', PATIENCE_MS);
  const posting = postAlerts({ db: base.db, now: () => clock, logger, bot });
  await vi.waitFor(() => expect(connections).not.toHaveLength(0), { timeout: PATIENCE_MS });
  await raise('amount-mismatch');
  await raise('refund-refused');
  // The post ends only here, so both alerts were raised while it was waiting.
  for (const socket of connections) socket.destroy();
  expect(await posting).toBe(0);
  silent.close();
});

describe('[ALR-01] an outage', () => {
  const healed = (kind: AlertKind, subject: string) =>
    inTransaction(base.db, (tx) => healAlert(tx, { kind, about: { subject }, why: 'it is well', at: clock }));
  const nobody = () => raise('nobody-carries-on', { orderId: null, detail: { flow: 'all' } });

  it('an outage alert and its end are both posted, and so are those of a second outage minutes later', async () => {
    for (let times = 0; times < 2; times += 1) {
      await nobody();
      expect(await post()).toBe(1);
      wait(60_000);
      await healed('nobody-carries-on', 'flow:all');
      expect(await post()).toBe(1);
      expect(await post()).toBe(0);
      wait(60_000);
    }
    expect(heads()).toEqual([
      '[now] nobody-carries-on',
      '[over] nobody-carries-on',
      '[now] nobody-carries-on',
      '[over] nobody-carries-on',
    ]);
  });

  it('an outage that ended before it could be posted is posted as one message that states its end', async () => {
    await nobody();
    await healed('nobody-carries-on', 'flow:all');
    expect(await post()).toBe(1);
    expect(await post()).toBe(0);
    expect(receiver.texts()[0]).toContain('(over by now)');
  });

  it('the end of one outage and the beginning of the next are posted as two messages', async () => {
    await nobody();
    await post();
    await healed('nobody-carries-on', 'flow:all');
    await nobody();
    expect(await post()).toBe(2);
    expect(heads().slice(1)).toEqual(['[over] nobody-carries-on', '[now] nobody-carries-on']);
  });

  it('the end of an alert about an order is not posted; the end of an outage counts as unposted only from the time it ended', async () => {
    const alert = await raise('second-payment', { detail: { providerPaymentId: 'pay_1' } });
    await nobody();
    await post();
    wait(3_600_000);
    await healed('second-payment', alert.orderId as string);
    await healed('nobody-carries-on', 'flow:all');
    expect(await countUnpostedAlerts(base.db, new Date(clock.getTime() - 1_000))).toBe(0);
    expect(await countUnpostedAlerts(base.db, new Date(clock.getTime() + 1_000))).toBe(1);
    expect(await post()).toBe(1);
  });
});
