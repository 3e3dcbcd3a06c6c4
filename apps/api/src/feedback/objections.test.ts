import { readReport, submitFeedback } from '@jawhara/contract';
import { reportDueAt, type FeedbackTopic } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionsOn } from '../operator/operator-action.store.ts';
import { runOps } from '../test/run-ops.ts';
import { openShop, type Shop } from '../test/shop.ts';
import type { Visitor } from '../test/visitor.ts';

let shop: Shop;
/** Begins now, because the command line runs in a process with the real clock. */
let nowMs = Date.now();
beforeAll(async () => {
  shop = await openShop({ env: { FEEDBACK_PER_HOUR: '100' }, now: () => new Date(nowMs) });
});
afterAll(() => shop.close());

async function send(visitor: Visitor, topic: FeedbackTopic): Promise<string> {
  const about = {
    orderNumber: '',
    contact: null,
    model: 'phone',
    version: '1',
    pageId: 'page',
    fileKeys: [],
  };
  const { value } = await visitor.call(submitFeedback, { content: 'لم أسترد شيئًا.', topic, ...about });
  return value?.reportNumber ?? '';
}
const SIGNED = ['--why', 'sent twice', '--yes'];

describe('an objection to a ban or a fine', () => {
  it('an objection to a ban or a fine must be answered in three working days, and is listed before older reports', async () => {
    const plain = await send(shop.visitor(), 'gems-missing');
    nowMs += 60_000;
    const objection = await send(shop.visitor(), 'ban-or-fine');
    const [row] = await shop.db<
      { due_at: Date }[]
    >`select due_at from feedback_reports where number = ${objection}`;
    const due = reportDueAt('ban-or-fine', new Date(nowMs), 3);
    expect(row?.due_at).toEqual(due);
    const { out } = await runOps(shop, 'feedback', 'list');
    expect(out).toMatch(new RegExp(`${objection} .*ban-or-fine`));
    expect(out.indexOf(objection)).toBeLessThan(out.indexOf(plain));
    const shown = await runOps(shop, 'feedback', 'show', objection);
    expect(shown.out).toMatch(new RegExp(`due +\\S*${due?.toISOString().slice(0, 10)}`));
  });

  it('an objection to a ban or a fine cannot be closed without an answer; an answer may reject the objection', async () => {
    const visitor = shop.visitor();
    const objection = await send(visitor, 'ban-or-fine');
    const closed = await runOps(shop, 'feedback', 'close', objection, ...SIGNED);
    expect(closed.code).not.toBe(0);
    expect(closed.out).toContain('ops feedback answer');
    const no = ['--why', 'the bank says so', '--yes', '--text', 'الحظر صحيح.'];
    expect(await runOps(shop, 'feedback', 'answer', objection, ...no)).toMatchObject({ code: 0 });
    const { value } = await visitor.call(readReport, { reportNumber: objection });
    expect(value).toMatchObject({ state: 'answered', answer: { text: 'الحظر صحيح.' } });
  });
});

describe('a report that needs no answer', () => {
  it('a report is closed once, by an operator with a reason; its sender reads that it is closed, and open reports lack it', async () => {
    const visitor = shop.visitor();
    const number = await send(visitor, 'other');
    expect(await runOps(shop, 'feedback', 'close', number, ...SIGNED)).toMatchObject({ code: 0 });
    expect((await visitor.call(readReport, { reportNumber: number })).value?.state).toBe('closed');
    expect((await runOps(shop, 'feedback', 'list')).out).not.toContain(number);
    expect(await actionsOn(shop.db, `report:${number}`)).toMatchObject([
      { verb: 'feedback close', by: 'huda', why: 'sent twice', after: { state: 'closed' } },
    ]);
    expect((await runOps(shop, 'feedback', 'close', number, ...SIGNED)).code).not.toBe(0);
  });
});
