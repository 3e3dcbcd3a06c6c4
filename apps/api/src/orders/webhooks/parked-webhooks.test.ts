import { randomUUID } from 'node:crypto';
import { submitAuthenticationResult } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alertsOfOrder, openAlerts } from '../../alerts/alert.store.ts';
import { discardWebhook, planDiscard, listWebhooks } from '../../operator/webhooks/webhook.verbs.ts';
import { replayWebhook, showWebhook } from '../../operator/webhooks/stored-webhook.ts';
import { isRefused } from '../../operator/refusals.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { failDelivery, mendDelivery } from '../../test/failing-delivery.ts';
import { deskOf, lastAction, paymentInBooks, refusesWith, soon } from '../../test/operator-desk.ts';
import { answerInFrame } from '../../test/provider-stage.ts';
import { openShop, orderState, type Shop, type Visitor } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';

const NUL = String.raw`\u0000`;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ stepTries: 3 });
});
afterEach(() => mend());
afterAll(() => shop.close());

interface AtTheBank {
  readonly buyer: Visitor;
  readonly orderId: OrderId;
  readonly payment: string;
  pass(): Promise<void>;
}

/** An order whose payer is at the bank's check. */
async function orderAtTheBank(): Promise<AtTheBank> {
  const buyer = shop.visitor();
  const { orderId, answer } = placed(await buyer.buy('challenge', { recipientId: 1003 }));
  if (answer.kind !== 'challenge') throw new Error(`the bank does not ask: ${answer.kind}`);
  const payment = (await paymentInBooks(shop, orderId))?.id ?? '';
  return {
    buyer,
    orderId,
    payment,
    async pass() {
      await answerInFrame(answer, 'confirm');
      const proven = await buyer.call(submitAuthenticationResult, { orderId, proof: null });
      expect(proven.value?.answer).toEqual({ kind: 'paid' });
      await becomes(shop, orderId, 'delivered');
    },
  };
}

/** A decline of the payment as JSON text, in which a test writes what JSON.stringify would not. */
const declined = (
  { orderId, payment }: Pick<AtTheBank, 'orderId' | 'payment'>,
  event: string = randomUUID(),
) =>
  `{"id":"evt_${event}","type":"payment_declined","data":{"id":"${payment}","action_id":"act_1","reference":"${orderId}",` +
  '"amount":999,"currency":"USD","response_code":"20051","response_summary":"Declined",' +
  '"source":{"scheme":"Visa","last4":"4242","name":"Noura"}}}';

interface Row {
  readonly id: string;
  readonly orderId: OrderId | null;
  readonly body: string;
  readonly isProcessed: boolean;
  readonly isParked: boolean;
  readonly isSwept: boolean;
}

/** The newest webhook whose body contains `mark`. */
async function stored(mark: string): Promise<Row> {
  const [row] = await shop.db<Row[]>`
    select id, order_id as "orderId", body, processed_at is not null as "isProcessed", parked_at is not null as "isParked",
      hand_over_after is not null as "isSwept"
    from notifications where body like ${`%${mark}%`} order by received_at desc limit 1`;
  return row ?? expect.fail(`no webhook with ${mark} is stored`);
}

const openKinds = async (id: string): Promise<string[]> =>
  (await openAlerts(shop.db, 200)).filter(({ subject }) => subject === id).map(({ kind }) => kind);

const pinned = async (): Promise<number> =>
  ((await deskOf(shop).releases.deployments()) ?? [])
    .filter(({ url }) => url.includes(`:${shop.settings['FLOW_PORT']}/`))
    .reduce((sum, one) => sum + Object.values(one.pinned).reduce((n, m) => n + m, 0), 0);

/** The field that contains the NUL, and the text after which a test inserts it. */
const TEXTS = [
  ['the event id', '"id":"evt_', 'evt_'],
  ['the payment id', '"id":"pay_', 'pay_'],
  ['the reference', '"reference":"', ''],
  ['the currency', '"currency":"', ''],
  ['the decline code', '"response_code":"', ''],
  ['the summary', '"response_summary":"', ''],
  ['the holder’s name', '"name":"', ''],
] as const;

describe('[NET-14] a signed webhook with NUL', () => {
  it.each(TEXTS)(
    'a webhook with NUL in %s is parked and raises an alert, and its order is still paid and delivered',
    async (_where, at) => {
      const order = await orderAtTheBank();
      const mark = `m-${randomUUID()}`;
      const body = declined(order, mark).replace(at, `${at}${NUL}`);
      expect(await postToCheckoutCom(shop, body)).toBe(200);
      const row = await stored(mark);
      expect(row).toMatchObject({
        orderId: order.orderId,
        isProcessed: false,
        isParked: true,
        isSwept: false,
      });
      expect(row.body).not.toContain(NUL);
      expect(await openKinds(row.id)).toEqual(['webhook-parked']);
      // The provider repeats the webhook: it is not stored again.
      expect(await postToCheckoutCom(shop, body)).toBe(200);
      expect(await openKinds((await stored(mark)).id)).toEqual(['webhook-parked']);
      await order.pass();
      await soon(async () => expect(await pinned()).toBe(0));
    },
  );

  it.each([
    ['a raw NUL byte', (body: string) => body.replace('Declined', 'Decl\0ined'), 'unreadable-notification'],
    ['half a surrogate pair', (body: string) => body.replace('Noura', String.raw`\ud83d`), 'webhook-parked'],
    ['NUL in every text', (body: string) => body.replaceAll('":"', `":"${NUL}`), 'unreadable-notification'],
    [
      'NUL in both names of its order',
      (body: string) =>
        body.replace('"reference":"', `"reference":"${NUL}`).replace('"id":"pay_', `"id":"${NUL}pay_`),
      'webhook-parked',
    ],
  ] as const)(
    'a webhook with %s is stored, raises an alert and is answered 200',
    async (_what, poison, kind) => {
      const mark = `m-${randomUUID()}`;
      const body = poison(declined({ orderId: randomUUID() as OrderId, payment: `pay_${mark}` }, mark));
      expect(await postToCheckoutCom(shop, body)).toBe(200);
      const row = await stored(mark);
      expect(await openKinds(row.id)).toEqual([kind]);
      expect(row.body).not.toMatch(/\0|\\u0000|\\ud83d/);
    },
  );

  it('a parked webhook with NUL does not block a valid webhook with the same event id that comes later', async () => {
    const order = await orderAtTheBank();
    const event = `evt_${randomUUID()}`;
    const sound = JSON.stringify(capturedBody(order.orderId, PRICE, order.payment, event));
    expect(await postToCheckoutCom(shop, sound.replace('Approved', `Appr${NUL}oved`))).toBe(200);
    expect(await postToCheckoutCom(shop, sound)).toBe(200);
    await becomes(shop, order.orderId, 'delivered');
  });

  it('a webhook whose event id is too long for an index is stored and raises an alert', async () => {
    const order = await orderAtTheBank();
    const long = `m-${randomUUID()}${'x'.repeat(5_000)}`;
    expect(await postToCheckoutCom(shop, declined(order, long))).toBe(200);
    expect(await openKinds((await stored(long.slice(0, 30))).id)).toEqual(['webhook-parked']);
  });
});

/** From now on the database refuses to mark a webhook of this order as processed, whatever the webhook contains. */
async function poison(orderId: OrderId): Promise<void> {
  await shop.db.unsafe(`
    create or replace function refuse_processing() returns trigger language plpgsql as
    'begin if new.order_id = ''${orderId}'' and new.processed_at is not null then raise exception ''not this one''; end if; return new; end'`);
  await shop.db`
    create trigger refuse_processing before update on notifications for each row execute function refuse_processing()`;
}

async function mend(): Promise<void> {
  await shop.db`drop trigger if exists refuse_processing on notifications`;
}

/** A webhook that changes nothing in its order. After `poison`, only its last step (marking it processed) fails. */
async function harmless(orderId: OrderId): Promise<string> {
  const mark = `m-${randomUUID()}`;
  const body = {
    id: `evt_${mark}`,
    type: 'payment_capture_pending',
    data: { id: `pay_${mark}`, reference: orderId },
  };
  expect(await postToCheckoutCom(shop, body)).toBe(200);
  return (await stored(mark)).id;
}

const dueNow = (id: string) =>
  shop.db`update notifications set hand_over_after = now() - interval '1 second' where id = ${id} and hand_over_after is not null`;

/** Makes the webhook due again and again, faster than a real sweeper does, until it is parked. */
async function parked(id: string): Promise<void> {
  await soon(async () => {
    await dueNow(id);
    const [row] = await shop.db`select from notifications where id = ${id} and parked_at is not null`;
    expect(row).toBeDefined();
  });
}

describe('[NET-14] a webhook whose processing keeps failing', () => {
  it('a webhook that keeps failing is queued at most once in the engine, is parked, and its order is still delivered', async () => {
    const order = await orderAtTheBank();
    await poison(order.orderId);
    const id = await harmless(order.orderId);
    await soon(async () => expect(await pinned()).toBe(1));
    const copies = async (): Promise<number> =>
      ((await deskOf(shop).flows.ofOrder(order.orderId)) ?? []).filter(({ event }) => event === 'notified')
        .length;
    for (let times = 0; times < 15; times += 1) {
      await dueNow(id);
      await shop.sweep();
      expect(await copies()).toBeLessThanOrEqual(1);
    }
    await parked(id);
    expect((await listWebhooks(deskOf(shop), 'parked')).map((one) => one.id)).toContain(id);
    expect(await openKinds(id)).toEqual(['webhook-parked']);
    const ofSteps = (await alertsOfOrder(shop.db, order.orderId)).filter(
      ({ kind, closedAt }) => kind === 'step-parked' && closedAt === null,
    );
    expect(ofSteps).toEqual([]);
    await order.pass();
    await soon(async () => expect(await pinned()).toBe(0));
    expect(await copies()).toBe(0);
  });

  it('a parked webhook is shown with its error, and a replay processes it once the cause is removed', async () => {
    const orderId = await startedOrder(shop);
    await poison(orderId);
    const id = await harmless(orderId);
    await parked(id);
    expect(await showWebhook(deskOf(shop), signed('salma'), id)).toMatchObject({
      webhook: { failures: 2, orderId },
      alerts: [
        { kind: 'webhook-parked', detail: { step: 'read', error: 'PostgresError P0001: not this one' } },
      ],
    });
    expect(await replayWebhook(deskOf(shop), signed('salma'), { id, orderId: null })).toMatchObject({
      kind: 'done',
    });
    expect(await openKinds(id)).toEqual([]);
    await parked(id);
    expect(await openKinds(id)).toEqual(['webhook-parked']);
    await mend();
    await replayWebhook(deskOf(shop), signed('salma'), { id, orderId: null });
    await soon(async () => {
      const [row] = await shop.db`select from notifications where id = ${id} and processed_at is not null`;
      expect(row).toBeDefined();
    });
    expect(await openKinds(id)).toEqual([]);
  });
});

it('[NET-14] when delivery keeps failing, the payment’s webhook is still marked processed', async () => {
  const order = await orderAtTheBank();
  await failDelivery(shop);
  const mark = `m-${randomUUID()}`;
  const sound = JSON.stringify(capturedBody(order.orderId, PRICE, order.payment, `evt_${mark}`));
  expect(await postToCheckoutCom(shop, sound)).toBe(200);
  await soon(async () => expect(await stored(mark)).toMatchObject({ isProcessed: true }));
  await soon(async () => {
    const kinds = (await alertsOfOrder(shop.db, order.orderId)).map(({ kind, detail }) => [
      kind,
      detail['step'],
    ]);
    expect(kinds).toContainEqual(['step-parked', 'credit']);
  });
  await mendDelivery(shop);
  await becomes(shop, order.orderId, 'delivered');
  await soon(async () => {
    const open = (await alertsOfOrder(shop.db, order.orderId)).filter(({ closedAt }) => closedAt === null);
    expect(open).toEqual([]);
  });
});

describe('ops webhooks discard', () => {
  const discard = async (id: string) => {
    const plan = await planDiscard(shop.db, id);
    return isRefused(plan)
      ? plan
      : discardWebhook(deskOf(shop), signed('huda', 'the provider took it back'), plan);
  };

  it('discarding a parked webhook closes its alerts, records operator and reason, and is refused a second time', async () => {
    const order = await orderAtTheBank();
    const mark = `m-${randomUUID()}`;
    const body = declined(order, mark).replace('20051', `20${NUL}051`);
    await postToCheckoutCom(shop, body);
    const { id } = await stored(mark);
    expect(await discard(id)).toMatchObject({
      kind: 'done',
      action: {
        subject: `webhook:${id}`,
        before: { type: 'payment_declined', order: order.orderId },
        after: { discarded: true },
      },
    });
    expect(await lastAction(shop)).toMatchObject({
      by: 'huda',
      why: 'the provider took it back',
      verb: 'webhooks discard',
    });
    expect(await openKinds(id)).toEqual([]);
    await refusesWith(shop, 'webhook-discarded', () => discard(id));
    const shown = await showWebhook(deskOf(shop), signed(), id);
    expect(shown).toMatchObject({ actions: [{ by: 'huda', verb: 'webhooks discard' }] });
    // The provider repeats the discarded webhook: it is not stored again. A copy in the engine's queue has no effect.
    expect(await postToCheckoutCom(shop, body)).toBe(200);
    await shop.app.life.call(
      'notified',
      order.orderId,
      { notificationId: id },
      { idempotencyKey: randomUUID(), waitMsMax: 10_000 },
    );
    expect(await stored(mark)).toMatchObject({ id, isProcessed: false, isSwept: false });
    await order.pass();
  });

  it('discarding a webhook that is failing at this moment ends its flow in the engine', async () => {
    const orderId = await startedOrder(shop);
    await poison(orderId);
    const id = await harmless(orderId);
    await soon(async () => expect((await deskOf(shop).flows.troubled())?.flows.length).toBeGreaterThan(0));
    expect(await discard(id)).toMatchObject({ kind: 'done' });
    await soon(async () => expect(await deskOf(shop).flows.ofOrder(orderId)).toEqual([]));
    expect(await openKinds(id)).toEqual([]);
    const open = (await alertsOfOrder(shop.db, orderId)).filter(({ closedAt }) => closedAt === null);
    expect(open.filter(({ kind }) => kind === 'step-parked')).toEqual([]);
  });

  it('an operator cannot discard a processed or an unknown webhook', async () => {
    const orderId = await startedOrder(shop);
    const id = await harmless(orderId);
    await soon(async () => {
      const [row] = await shop.db`select from notifications where id = ${id} and processed_at is not null`;
      expect(row).toBeDefined();
    });
    await refusesWith(shop, 'webhook-processed', () => discard(id));
    await refusesWith(shop, 'no-such-notification', () => discard(randomUUID()));
    expect(await orderState(shop.db, orderId)).not.toBe('missing');
  });

  it('a discarded webhook can be replayed, and its order is delivered', async () => {
    const order = await orderAtTheBank();
    const mark = `m-${randomUUID()}`;
    const sound = JSON.stringify(capturedBody(order.orderId, PRICE, order.payment, `evt_${mark}`));
    await postToCheckoutCom(shop, sound.replace('Approved', `Appr${NUL}oved`));
    const { id } = await stored(mark);
    await discard(id);
    expect(await replayWebhook(deskOf(shop), signed('salma'), { id, orderId: null })).toMatchObject({
      kind: 'done',
    });
    await becomes(shop, order.orderId, 'delivered');
  });
});
