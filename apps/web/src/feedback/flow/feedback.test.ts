import type { FileKey } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { beginFeedback, type FeedbackEntry } from './draft.ts';
import { feedback, shownFaults } from './feedback.ts';
import type { FeedbackEffect, FeedbackEvent, FeedbackState } from './feedback-state.ts';

const KEY = `feedback-${'a'.repeat(40)}` as FileKey;
const PICTURE = new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' });
const ENTRY: FeedbackEntry = {
  draft: null,
  linked: { topic: 'other', orderNumber: null },
  openOrderNumber: null,
  isOnline: true,
};

function play(
  events: readonly FeedbackEvent[],
  from = beginFeedback(ENTRY),
): readonly [FeedbackState, readonly FeedbackEffect[]] {
  let state = from;
  let last: readonly FeedbackEffect[] = [];
  for (const event of events) [state, ...last] = feedback(state, event);
  return [state, last];
}

const typed: FeedbackEvent = { type: 'changed', change: { content: 'لم تصل' } };
const press = (requestId: string): FeedbackEvent => ({ type: 'send-pressed', requestId });
const picked = (...ids: string[]): FeedbackEvent => ({
  type: 'files-picked',
  picked: ids.map((id) => ({ id, file: PICTURE })),
});
const accepted = (id: string): FeedbackEvent => ({ type: 'file-taken', id, key: KEY, pickedAtMs: 1 });
const submits = (effects: readonly FeedbackEffect[]) => effects.filter((effect) => effect.do === 'submit');
const names = (effects: readonly FeedbackEffect[]) => effects.map((effect) => effect.do);

describe('sending', () => {
  it('[FBK-03] a report’s draft is stored with its request id before it is sent, and a second press sends nothing', () => {
    const [state, effects] = play([typed, press('r1')]);
    expect(names(effects)).toEqual(['keep-draft', 'submit']);
    expect(effects[0]).toMatchObject({ draft: { requestId: 'r1', content: 'لم تصل' } });
    expect(effects[1]).toMatchObject({ requestId: 'r1', report: { topic: 'other', content: 'لم تصل' } });
    expect(play([press('r2')], state)).toEqual([state, []]);
  });

  it('[FBK-03] the draft of a report is deleted only when the server has accepted the report', () => {
    const [sending] = play([typed, press('r1')]);
    expect(names(play([{ type: 'sent', reportNumber: 'FB-1' }], sending)[1])).toEqual([
      'remember-report',
      'forget-draft',
      'show-confirmation',
    ]);
    for (const event of [
      { type: 'send-lost', isTimeout: true },
      { type: 'send-lost', isTimeout: false },
      { type: 'send-refused', refusal: 'too-many-tries', message: 'انتظر' },
    ] as const) {
      const [state, effects] = play([event], sending);
      expect(names(effects)).not.toContain('forget-draft');
      expect(state).toMatchObject({ at: 'writing', form: { content: 'لم تصل' } });
      expect(state.problem).not.toBeNull();
    }
  });

  it('a report sent again after a lost response has the same request id; a changed report has a new one', () => {
    const [lost] = play([typed, press('r1'), { type: 'send-lost', isTimeout: true }]);
    expect(submits(play([press('r2')], lost)[1])).toMatchObject([{ requestId: 'r1' }]);
    const changed: FeedbackEvent = { type: 'changed', change: { content: 'وأيضًا' } };
    expect(submits(play([changed, press('r2')], lost)[1])).toMatchObject([{ requestId: 'r2' }]);
    expect(submits(play([picked('a'), accepted('a'), press('r3')], lost)[1])).toMatchObject([
      { requestId: 'r3' },
    ]);
  });

  it('a report is not sent without a network, and can be sent once it is back', () => {
    const [offline] = play([typed, { type: 'offline' }]);
    expect(play([press('r1')], offline)).toEqual([offline, []]);
    expect(submits(play([{ type: 'online' }, press('r1')], offline)[1])).toHaveLength(1);
  });

  it('[FBK-01] pressing send marks the missing fields of a report, and focuses the first one', () => {
    const empty = beginFeedback({ ...ENTRY, linked: { topic: null, orderNumber: null } });
    expect(shownFaults(empty)).toEqual([]);
    const [state, effects] = play([press('r1')], empty);
    expect(shownFaults(state)).toEqual(['topic-missing', 'feedback-empty']);
    expect(effects).toEqual([{ do: 'focus', field: 'topic' }]);
    expect(play([typed, press('r1')], empty)[1]).toEqual([{ do: 'focus', field: 'topic' }]);
  });

  it('a card number in a report shows an error while typing, and is never stored or sent', () => {
    const content = 'بطاقتي 4111 1111 1111 1111 رُفضت';
    const [state, effects] = play([{ type: 'changed', change: { content } }]);
    expect(shownFaults(state)).toEqual(['card-number']);
    expect(JSON.stringify(effects)).not.toContain('1111');
    expect(effects).toMatchObject([{ draft: { content: 'بطاقتي  رُفضت' } }]);
    expect(submits(play([press('r1')], state)[1])).toEqual([]);
  });
});

describe('files', () => {
  it('[FBK-02] files of a report are uploaded when picked, and the report is sent after all are uploaded', () => {
    const [state, effects] = play([typed, picked('a', 'b')]);
    expect(names(effects).filter((name) => name === 'upload')).toHaveLength(2);
    const [waiting, none] = play([press('r1'), accepted('a')], state);
    expect([waiting.at, submits(none)]).toEqual(['gathering', []]);
    const [sending, sent] = play([accepted('b')], waiting);
    expect(sending.at).toBe('sending');
    expect(submits(sent)).toMatchObject([{ requestId: 'r1', report: { fileKeys: [KEY, KEY] } }]);
  });

  it('[FBK-01] a report takes three files of the allowed type and size; other files are refused with a reason', () => {
    const file = (type: string, bytes: number) => {
      const made = new File(['x'], `f.${type}`, { type });
      Object.defineProperty(made, 'size', { value: bytes });
      return { id: `${type}${bytes}`, file: made };
    };
    const [state] = play([
      { type: 'files-picked', picked: [file('text/html', 1), file('image/png', 11e6), file('video/mp4', 0)] },
    ]);
    expect(state.form.files).toEqual([]);
    expect(state.pickFaults.map(({ why }) => why)).toEqual([
      'file-type-refused',
      'file-too-large',
      'file-empty',
    ]);
    const [full] = play([picked('a', 'b', 'c', 'd')]);
    expect(full.form.files.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(full.pickFaults.map(({ why }) => why)).toEqual(['files-too-many']);
  });

  it('a lost upload stops the report with an error; the file can be uploaded again or removed', () => {
    const [lost, effects] = play([typed, picked('a'), press('r1'), { type: 'file-lost', id: 'a' }]);
    expect(lost.at).toBe('writing');
    expect(effects).toEqual([{ do: 'focus', field: 'files' }]);
    expect(shownFaults(lost)).toEqual(['file-failed']);
    expect(submits(play([press('r1')], lost)[1])).toEqual([]);
    expect(names(play([{ type: 'file-retried', id: 'a' }], lost)[1])).toEqual(['upload']);
    const [without, stopped] = play([{ type: 'file-removed', id: 'a' }], lost);
    expect(names(stopped)).toEqual(['stop-upload', 'keep-draft']);
    expect(submits(play([press('r1')], without)[1])).toHaveLength(1);
  });

  it('a file refused for its content cannot be uploaded again; one with an expired token can', () => {
    const refused: FeedbackEvent = {
      type: 'file-refused',
      id: 'a',
      refusal: 'file-unreadable',
      message: 'x',
    };
    const [state] = play([picked('a'), refused]);
    expect(state.form.files[0]?.at).toEqual({ step: 'failed', message: 'x', mayRetry: false });
    expect(play([{ type: 'file-retried', id: 'a' }], state)[1]).toEqual([]);
    const [void_] = play([picked('a'), { ...refused, refusal: 'upload-void' }]);
    expect(names(play([{ type: 'file-retried', id: 'a' }], void_)[1])).toEqual(['upload']);
  });

  it('files that are picked offline or whose upload the network interrupts are uploaded once online', () => {
    const [picking, effects] = play([{ type: 'offline' }, picked('a')]);
    expect(names(effects)).not.toContain('upload');
    expect(names(play([{ type: 'online' }], picking)[1])).toEqual(['upload']);
    const [broken] = play([picked('a'), { type: 'offline' }, { type: 'file-lost', id: 'a' }]);
    expect(broken.form.files[0]?.at.step).toBe('waiting');
  });

  it('a file that the server no longer has can be uploaded again, and is not stored with the draft', () => {
    const gone = { type: 'send-refused', refusal: 'file-not-found', message: 'أضفه' } as const;
    const [state, effects] = play([typed, picked('a'), accepted('a'), press('r1'), gone]);
    expect(state.form.files[0]?.at).toMatchObject({ step: 'failed', mayRetry: true });
    expect(effects).toMatchObject([{ do: 'keep-draft', draft: { files: [] } }]);
  });
});

describe('the report form when it opens', () => {
  const draft = {
    topic: 'card-refused',
    orderNumber: '',
    isOrderFilled: false,
    content: 'كتبت',
    contact: '+966551234567',
    files: [{ name: 'a.jpg', kind: 'image', key: KEY, pickedAtMs: 1, thumbnail: null }],
    requestId: 'r0',
  } as const;
  const open = { ...ENTRY, linked: { topic: null, orderNumber: null } };

  it('the report form opens with the stored draft, its files and its request id', () => {
    const state = beginFeedback({ ...open, draft });
    expect(state.form).toMatchObject({ topic: 'card-refused', content: 'كتبت', contact: '+966551234567' });
    expect(submits(play([press('r1')], state)[1])).toMatchObject([
      { requestId: 'r0', report: { fileKeys: [KEY] } },
    ]);
  });

  it('the form’s order number comes from the link, else from the draft, else from the open order', () => {
    const orderIn = (entry: Partial<FeedbackEntry>) => {
      const { orderNumber, isOrderFilled } = beginFeedback({ ...open, ...entry }).form;
      return [orderNumber, isOrderFilled];
    };
    const linked = { topic: null, orderNumber: 'JW-1111-11111' };
    const typedOrder = { ...draft, orderNumber: 'my order' };
    const openOrderNumber = 'JW-2222-22222';
    expect(orderIn({ linked, draft: typedOrder, openOrderNumber })).toEqual(['JW-1111-11111', true]);
    expect(orderIn({ draft: typedOrder, openOrderNumber })).toEqual(['my order', false]);
    expect(orderIn({ draft, openOrderNumber })).toEqual(['JW-2222-22222', true]);
    expect(orderIn({})).toEqual(['', false]);
    expect(beginFeedback({ ...open, linked, draft }).requestId).toBeNull();
  });

  it('an order number is sent in its standard form, and other text unchanged', () => {
    const sent = (orderNumber: string) =>
      submits(play([typed, { type: 'changed', change: { orderNumber } }, press('r1')])[1]);
    expect(sent(' jw 7f3k 2o481 ')).toMatchObject([{ report: { orderNumber: 'JW-7F3K-20481' } }]);
    expect(sent(' أمس ')).toMatchObject([{ report: { orderNumber: 'أمس' } }]);
  });
});

describe('a report whose response was lost', () => {
  const [lost] = play([typed, press('r1'), { type: 'send-lost', isTimeout: true }]);
  const idAfter = (...events: readonly FeedbackEvent[]) =>
    submits(play([...events, press('r2')], lost)[1]).map(
      (effect) => effect.do === 'submit' && effect.requestId,
    );

  it('a report refused as busy after a lost response is sent again with the first request id', () => {
    const [refused] = play([press('r2'), { type: 'send-refused', refusal: 'busy', message: 'later' }], lost);
    const [, effects] = play([press('r3')], refused);
    expect(submits(effects)).toMatchObject([{ requestId: 'r1' }]);
  });

  it('removing a file that does not exist does not change the request id of a report', () => {
    expect(idAfter()).toEqual(['r1']);
    expect(idAfter({ type: 'file-removed', id: 'nobody' })).toEqual(['r1']);
  });
});
