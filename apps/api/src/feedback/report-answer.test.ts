import { logInWithTicket, readReport, submitFeedback, type Feedback } from '@jawhara/contract';
import { FEEDBACK_TOPICS, type FeedbackContact } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerReport } from '../operator/feedback/feedback.verbs.ts';
import { actionsOn } from '../operator/operator-action.store.ts';
import { deskOf } from '../test/operator-desk.ts';
import { runOps } from '../test/run-ops.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { signed } from '../test/signed.ts';
import type { Visitor } from '../test/visitor.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { FEEDBACK_PER_HOUR: '100' } });
});
afterAll(() => shop.close());

async function sentBy(visitor: Visitor, more: Partial<Feedback> = {}): Promise<string> {
  const report: Feedback = {
    content: 'دفعت أمس ولم تصل الجواهر.',
    fileKeys: [],
    topic: 'gems-missing',
    orderNumber: 'JW-7F3K-20481',
    contact: null,
    model: 'phone',
    version: '1',
    pageId: 'page',
    ...more,
  };
  const { value, refusal } = await visitor.call(submitFeedback, report);
  expect(refusal).toBeNull();
  return value?.reportNumber ?? '';
}

const answered = (number: string, text: string) =>
  answerReport(deskOf(shop), signed('huda'), { number, text });

describe('the sender of a report', () => {
  it('[FBK-03] the sender of a report reads by its number that it is open, and later its answer', async () => {
    const visitor = shop.visitor();
    const number = await sentBy(visitor);
    const read = () => visitor.call(readReport, { reportNumber: number });
    expect((await read()).value).toMatchObject({
      reportNumber: number,
      state: 'open',
      orderNumber: 'JW-7F3K-20481',
      answer: null,
    });
    expect(await answered(number, ' وصلت الجواهر الآن.\nنعتذر. ')).toMatchObject({ kind: 'done' });
    const { value } = await read();
    expect(value).toMatchObject({ state: 'answered', answer: { text: 'وصلت الجواهر الآن.\nنعتذر.' } });
    expect(value?.answer?.at.getTime()).toBeGreaterThanOrEqual(value?.sentAt.getTime() ?? Infinity);
    // Reading a report changes nothing: reading it again returns the same.
    expect((await read()).value).toEqual(value);
  });

  it('the answer to a report does not show its sender the operator’s name, the contact or the report’s text', async () => {
    const visitor = shop.visitor();
    const number = await sentBy(visitor, { contact: 'noura@example.com' as FeedbackContact });
    await answered(number, 'وصلت.');
    const text = await visitor.text(`${readReport.path}?report_number=${number}`, 'GET');
    expect(text).toContain('وصلت.');
    for (const secret of ['huda', 'noura@example.com', 'دفعت أمس']) expect(text).not.toContain(secret);
  });

  it('the sender of a report finds it when its number is typed in lower case with spaces', async () => {
    const visitor = shop.visitor();
    const number = await sentBy(visitor);
    const typed = number.toLowerCase().replaceAll('-', ' ');
    expect((await visitor.call(readReport, { reportNumber: typed })).value?.reportNumber).toBe(number);
  });
});

describe('other visitors and a report', () => {
  it('[FBK-03] a report cannot be read on another device, not even with the sender’s account', async () => {
    const inAccount = async () => {
      const { value } = await shop.visitor().call(logInWithTicket, { ticket: await shop.ticket(1002) });
      return { 'x-session-key': value?.sessionKey ?? '' };
    };
    const visitor = shop.visitor();
    const number = await sentBy(visitor);
    await answered(number, 'وصلت.');
    for (const headers of [{}, await inAccount()]) {
      const foreign = await shop.visitor().call(readReport, { reportNumber: number }, headers);
      expect(foreign).toMatchObject({ refusal: 'report-not-found', value: null });
    }
    expect((await visitor.call(readReport, { reportNumber: number })).value?.state).toBe('answered');
  });

  it('another device gets the same refusal for an existing and for an unknown report number', async () => {
    const number = await sentBy(shop.visitor());
    const stranger = shop.visitor();
    const ask = (one: string) => stranger.text(`${readReport.path}?report_number=${one}`, 'GET');
    const withoutId = (text: string) => text.replace(/"request_id":"[^"]*"/, '');
    expect(withoutId(await ask(number))).toBe(withoutId(await ask('FB-0000-00000')));
  });

  it.each(['', 'FB-', 'FB-7F3K-2048', 'x'.repeat(41), "FB-7F3K-2048'"])(
    'reading a report with the number %j is refused as malformed',
    async (number) => {
      const query = new URLSearchParams({ report_number: number });
      const response = await fetch(`${shop.apiUrl}${readReport.path}?${query.toString()}`);
      expect(response.status).toBe(400);
    },
  );
});

describe('an operator', () => {
  it('when several operators answer a report at once, one answer is stored, with one record of its operator and the change', async () => {
    const number = await sentBy(shop.visitor());
    // The lock makes all three answers find the report open before any of them is written.
    const held = await shop.db.reserve();
    await held`begin`;
    await held`select from feedback_reports where number = ${number} for update`;
    const several = ['أولًا', 'ثانيًا', 'ثالثًا'].map((text) => answered(number, text));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await held`commit`;
    held.release();
    const ends = await Promise.all(several);
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused', 'refused']);
    expect(ends).toContainEqual(expect.objectContaining({ because: 'answered-already' }));
    const actions = await actionsOn(shop.db, `report:${number}`);
    expect(actions).toMatchObject([
      { verb: 'feedback answer', by: 'huda', before: { state: 'open' }, after: { state: 'answered' } },
    ]);
    const [row] = await shop.db`select answer from feedback_reports where number = ${number}`;
    expect(row?.['answer']).toBe(actions[0]?.after['answer']);
  });

  it('an operator reads a report with its contact on the command line, and answers it there', async () => {
    const visitor = shop.visitor();
    const number = await sentBy(visitor, { contact: '+966551234567' as FeedbackContact });
    const shown = await runOps(shop, 'feedback', 'show', number);
    for (const part of ['+966551234567', 'gems-missing', 'JW-7F3K-20481', 'دفعت أمس'])
      expect(shown.out).toContain(part);
    const said = ['--why', 'looked it up', '--yes', '--text', 'وصلت.'];
    expect(await runOps(shop, 'feedback', 'answer', number, ...said)).toMatchObject({ code: 0 });
    const { value } = await visitor.call(readReport, { reportNumber: number });
    expect(value?.answer?.text).toBe('وصلت.');
  });
});

describe('topics and contacts of a report', () => {
  it.each(FEEDBACK_TOPICS)('[FBK-03] a report is accepted with the topic %s', async (topic) => {
    const number = await sentBy(shop.visitor(), { topic });
    const [row] = await shop.db`select topic, contact from feedback_reports where number = ${number}`;
    expect(row).toEqual({ topic, contact: null });
  });

  it('[FBK-03] the phone number in a report’s contact is stored in international form', async () => {
    const sent = await shop
      .visitor()
      .send(submitFeedback.path, { content: 'x', contact: ' ٠٠٩٦٦ 55 123 4567' });
    expect(sent).toMatchObject({ status: 200, refusal: null });
    const [row] = await shop.db`select contact from feedback_reports order by id desc limit 1`;
    expect(row?.['contact']).toBe('+966551234567');
  });

  it('a report with a contact that is neither a phone number nor a mail address is refused', async () => {
    const sent = await shop.visitor().send(submitFeedback.path, { content: 'x', contact: 'noura' });
    expect(sent).toMatchObject({ status: 400, refusal: 'malformed' });
  });
});
