import { addEvent, requestErasure, submitFeedback, uploadRecipientHistory } from '@jawhara/contract';
import { accountId, type FeedbackContact, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unbalancedTransfersOf, wrongBalancesOf } from '../../ledger/ledger-check.store.ts';
import { countBooks } from '../../orders/base/write-books.ts';
import { becomes, placed, rememberCard, sessionOf } from '../../test/card-payer.ts';
import { giveAddress } from '../../test/mail-stage.ts';
import { deskOf, lastAction, soon } from '../../test/operator-desk.ts';
import { openShop, type Shop, type Visitor } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { isRefused } from '../refusals.ts';
import type { ChangeVerb } from '../verb.ts';
import { PERSON_VERBS } from './person.verbs.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ mail: true, env: { FEEDBACK_PER_HOUR: '100', TELEMETRY_FLUSH_MS: '50' } });
});
afterAll(() => shop.close());

const verb: ChangeVerb = PERSON_VERBS[0];
const call = (why: string) => ({
  context: deskOf(shop),
  signOff: signed('noura', why),
  now: new Date(),
  progress: () => {},
});

async function planned(input: { report: string | null; order: string | null }) {
  const plan = await verb.plan(call('they asked'), input);
  if (isRefused(plan)) throw new Error(plan.because);
  return plan;
}

async function erased(input: { report: string | null; order: string | null }) {
  const plan = await planned(input);
  return verb.run(call('they asked'), input, plan);
}

const at = new Date('2026-10-01T00:00:00Z');
const PAID_FOR = [{ accountId: accountId(1003), fillTimes: 4, firstFillAt: at, lastFillAt: at }];

interface Person {
  readonly visitor: Visitor;
  readonly orderId: OrderId;
  readonly report: string;
  /** Texts that occur only in the rows of this person. */
  readonly values: readonly string[];
}

const rowsOf = async (query: Promise<readonly object[]>): Promise<string[]> =>
  (await query).flatMap((row) => Object.values(row).map(String));

/** Creates a payer who has a row in every table with personal data. */
async function person(name: string, headers: Record<string, string> = {}): Promise<Person> {
  const visitor = shop.visitor();
  const { orderId } = placed(await visitor.buy('approve', { recipientId: 1003, headers }));
  await becomes(shop, orderId, 'delivered');
  await rememberCard(visitor, orderId, headers);
  await giveAddress(visitor, orderId, `${name}@example.com`);
  await visitor.call(uploadRecipientHistory, PAID_FOR, headers);
  const about = {
    topic: null,
    orderNumber: '',
    model: `${name} phone`,
    version: '',
    pageId: '',
    fileKeys: [],
  };
  const sent = await visitor.call(
    submitFeedback,
    { ...about, content: `${name} says`, contact: `${name}@chat.example` as FeedbackContact },
    headers,
  );
  expect(sent.refusal).toBeNull();
  const event = { name: 'pay_click', texts: [`${name} pressed`, '', '', ''], numbers: [0, 0, 0, 0] };
  await visitor.call(addEvent, { ...event, flavor: 'x', pageId: 'p' } as never, headers);
  const { value } = await visitor.call(requestErasure, {}, headers);
  await soon(async () => {
    const rows =
      await shop.db`select from notifications where order_id = ${orderId} and processed_at is not null`;
    expect(rows.length).toBeGreaterThan(0);
    expect(
      await shop.db`select from notifications where order_id = ${orderId} and processed_at is null`,
    ).toEqual([]);
  });
  await shop.db`update notifications set body = ${`{"name":"${name} holder"}`} where order_id = ${orderId}`;
  // All cards of the sandbox have the same fingerprint, so this payer's is changed.
  await shop.db`update payments set card_fingerprint = ${`print ${name}`} where order_id = ${orderId}`;
  const device = await rowsOf(shop.db`select payer_device from orders where id = ${orderId}`);
  const cards = await rowsOf(
    shop.db`
      update saved_cards set fingerprint = ${`print ${name}`} where owner_device = ${device[0] ?? ''}
      returning source_id, fingerprint`,
  );
  return { visitor, orderId, report: value?.reportNumber ?? '', values: [...device, ...cards, name] };
}

/** Names every table in which some column of some row contains this text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await shop.db<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await shop.db.unsafe(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [
      text,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function expectWholeBooks(orderIds: readonly OrderId[]): Promise<void> {
  expect(await countBooks(shop.app.context, new Date(0))).toMatchObject({ drifted: [] });
  expect(await unbalancedTransfersOf(shop.db, orderIds)).toEqual([]);
  expect(await wrongBalancesOf(shop.db, [accountId(1003)])).toEqual([]);
  const { payments } = await shop.books();
  for (const id of orderIds) {
    const [order] = await shop.db`select state, price_usd_cents as cents, gems from orders where id = ${id}`;
    expect(order).toMatchObject({ state: 'delivered', gems: 1060 });
    expect(payments.find(({ reference }) => reference === id)?.captured).toBe(order?.['cents']);
  }
}

describe('a person is erased', () => {
  it('an operator erases the payer who sent a report: no table has their data, and other payers’ data and the ledger stay', async () => {
    await shop.db`
      insert into social_links (provider, subject, account_id, linked_at) values ('facebook', 'zaynab-1004', 1004, now())`;
    const zaynab = await person('zaynab', await sessionOf(shop, 1004));
    const stays = await person('hind');
    const facts = await rowsOf(shop.db`select nickname, display_id from accounts where id = 1004`);
    const values = [...zaynab.values, ...facts, 'account:1004'];
    for (const value of values) expect([value, await tablesWith(value)]).not.toEqual([value, []]);
    const input = { report: zaynab.report, order: null };

    const shown = JSON.stringify((await planned(input)).parts);
    expect(shown).toContain('savedCards');
    for (const value of values) expect([value, await tablesWith(value)]).not.toEqual([value, []]);

    expect(await erased(input)).toMatchObject({ kind: 'done' });
    await shop.forgetCards();
    for (const value of values) expect([value, await tablesWith(value)]).toEqual([value, []]);
    for (const value of stays.values) expect([value, await tablesWith(value)]).not.toEqual([value, []]);
    const payers = await shop.db`
      select payer_device, payer_account_id, joined_account_id from orders where id = ${zaynab.orderId}`;
    expect([...payers]).toEqual([
      { payer_device: 'erased', payer_account_id: null, joined_account_id: null },
    ]);
    await expectWholeBooks([zaynab.orderId, stays.orderId]);
    expect(await lastAction(shop)).toMatchObject({
      verb: 'person erase',
      subject: `report:${zaynab.report}`,
      before: { orders: 1, savedCards: 1, reports: 2, account: 'erased' },
    });
  });

  it('an operator erases the visitor who placed an order: no table has their data, and the ledger stays balanced', async () => {
    const shahad = await person('shahad');
    expect(await erased({ report: null, order: shahad.orderId })).toMatchObject({ kind: 'done' });
    await shop.forgetCards();
    for (const value of shahad.values) expect([value, await tablesWith(value)]).toEqual([value, []]);
    await expectWholeBooks([shahad.orderId]);
  });
});

describe('a person is not erased', () => {
  it('erasing a payer’s data is refused while an order is unfinished, or when no order or report is named', async () => {
    const visitor = shop.visitor();
    const { orderId } = placed(await visitor.buy('challenge', { recipientId: 1003 }));
    const because = async (input: object) => await verb.plan(call('they asked'), input);
    expect(await because({ report: null, order: orderId })).toMatchObject({ because: 'orders-unfinished' });
    expect(await because({ report: null, order: null })).toMatchObject({ because: 'person-unnamed' });
    expect(await because({ report: 'FB-1', order: orderId })).toMatchObject({ because: 'person-unnamed' });
    expect(await because({ report: 'FB-00000000', order: null })).toMatchObject({
      because: 'no-such-report',
    });
  });

  it('erasing a payer’s data is refused when the payer has sent new data since the plan was shown', async () => {
    const muna = await person('muna');
    const input = { report: muna.report, order: null };
    const plan = await planned(input);
    await muna.visitor.call(submitFeedback, {
      topic: null,
      orderNumber: '',
      model: '',
      version: '',
      pageId: '',
      fileKeys: [],
      content: 'one more',
      contact: null,
    });
    expect(await verb.run(call('they asked'), input, plan)).toMatchObject({ because: 'changed-meanwhile' });
    expect(await tablesWith('muna')).not.toEqual([]);
  });
});

describe('the events of an order', () => {
  it('an order’s event cannot be changed or deleted in the database', async () => {
    const [event] = await shop.db<{ id: string }[]>`
      select id from order_events where detail->'gems' is not null limit 1`;
    const id = event?.id ?? '';
    const change = (set: string) => shop.db.unsafe(`update order_events set ${set} where id = '${id}'`);
    for (const set of ["detail = '{}'", `detail = detail || '{"a":1}'`])
      await expect(change(set)).rejects.toThrow('append-only');
    await expect(change("kind = 'paid'")).rejects.toThrow('append-only');
    await expect(shop.db`delete from order_events where id = ${id}`).rejects.toThrow('append-only');
  });
});
