import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { CallAnswer } from '../../api/call-answer.ts';
import { callFates, lineScheduler, scheduledLine, type CallFate } from '../../api/test/scheduled-line.ts';
import { runFeedback } from './run-feedback.ts';
import type { ReportSent } from './feedback-state.ts';

const ACTS = [
  'write',
  'pick',
  'remove',
  'try again',
  'send',
  'send',
  'send',
  'send',
  'go offline',
  'go online',
] as const;
type Act = (typeof ACTS)[number];

interface Play {
  readonly acts: readonly { readonly after: number; readonly what: Act }[];
  readonly fates: readonly CallFate[];
  /** The server's answers to a report: it accepts the report, is too busy, or does not have one of its files. */
  readonly said: readonly number[];
}

const plays: fc.Arbitrary<Play> = fc.record({
  acts: fc.array(fc.record({ after: fc.nat({ max: 4 }), what: fc.constantFrom(...ACTS) }), {
    maxLength: 16,
    size: 'max',
  }),
  fates: callFates,
  said: fc.array(fc.nat({ max: 4 }), { maxLength: 8 }),
});

const refused = (refusal: 'busy' | 'file-not-found'): CallAnswer<never> => ({
  kind: 'refused',
  refusal,
  result: 1,
  message: 'no',
});

/** Loaded before the first play, because loading the module would change the order of the scheduled tasks. */
beforeAll(() => import('../late-parts.tsx'));

async function play(scheduler: fc.Scheduler, { acts, fates, said }: Play): Promise<void> {
  const line = scheduledLine(scheduler, fates);
  const left = [...said];
  const faults: string[] = [];
  const acceptedById = new Map<string, string>();
  const sentIds = new Set<string>();
  let [presses, changes, underWay, nth, isForgotten] = [0, 0, 0, 0, false];
  let onlineChanged = (): void => undefined;

  const takeReport = (
    requestId: string,
    nthChange: number,
    { content, fileKeys }: ReportSent,
  ): CallAnswer<unknown> => {
    if (!acceptedById.has(requestId)) {
      const says = left.shift() ?? 0;
      if (says === 2 || says === 3) return refused('busy');
      if (says === 4 && fileKeys.length > 0) return refused('file-not-found');
      // After a file was added and removed again it is another report, even with the same content.
      const report = JSON.stringify([nthChange, content, fileKeys]);
      if ([...acceptedById.values()].includes(report)) faults.push('one report was taken twice');
      acceptedById.set(requestId, report);
    }
    return { kind: 'ok', value: { reportNumber: `FB-${requestId}` } };
  };

  const form = runFeedback(
    { draft: null, linked: { topic: 'other', orderNumber: null }, openOrderNumber: null, isOnline: true },
    {
      async call(endpoint, request, options) {
        if (endpoint.name !== 'submitFeedback') {
          const ticket = { kind: 'ticket', key: `key-${(nth += 1)}`, token: 't' };
          return line.send(endpoint.name, () => ({ kind: 'ok', value: [ticket] }) as never, options);
        }
        const requestId = options?.requestId ?? '';
        const nthChange = changes;
        sentIds.add(requestId);
        underWay += 1;
        if (underWay > 1) faults.push('two reports are under way at once');
        if (sentIds.size > presses) faults.push('one press was sent as two reports');
        const { files } = form.getState().form;
        if ((request as ReportSent).fileKeys.length !== files.length)
          faults.push('a report left without its files');
        const answer = await line.send(
          'submitFeedback',
          () => takeReport(requestId, nthChange, request as ReportSent),
          options,
        );
        underWay -= 1;
        return answer as never;
      },
      sendFile: ({ ticket, signal, onProgress }) => {
        onProgress(0.5);
        return line.send('sendFile', () => ({ kind: 'ok', value: { key: ticket.key } }) as never, { signal });
      },
      thumbnailOf: async () => {
        await line.wait('the thumbnail is drawn');
        return 'data:';
      },
      now: () => new Date(0),
      facts: () => ({ model: '', version: '', pageId: '', uid: '' }) as never,
      isSignedIn: () => false,
      keepDraft: () => undefined,
      forgetDraft: () => void (isForgotten = true),
      rememberReport: () => undefined,
      showConfirmation: () => undefined,
      focus: () => undefined,
      isOnline: line.isOnline,
      subscribeToOnline(onChange) {
        onlineChanged = onChange;
        return () => undefined;
      },
    },
  );
  const newId = (what: string): string => `${what}-${(nth += 1)}`;
  const turn = (isOnline: boolean): void => {
    line.setOnline(isOnline);
    onlineChanged();
  };
  const firstFile = (): string => form.getState().form.files[0]?.id ?? '';
  const ACT: Record<Act, () => void> = {
    write: () => form.send({ type: 'changed', change: { content: newId('text') } }),
    pick: () => {
      const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
      form.send({ type: 'files-picked', picked: [{ id: newId('file'), file }] });
    },
    remove: () => form.send({ type: 'file-removed', id: firstFile() }),
    'try again': () => form.send({ type: 'file-retried', id: firstFile() }),
    send() {
      presses += 1;
      form.send({ type: 'send-pressed', requestId: newId('request') });
    },
    'go offline': () => turn(false),
    'go online': () => turn(true),
  };

  ACT.write();
  for (const { after, what } of acts) {
    await line.run(after);
    line.log.push(what);
    const { form: before } = form.getState();
    ACT[what]();
    if (form.getState().form.files.length !== before.files.length) changes += 1;
  }
  line.calmDown();
  onlineChanged();
  await line.run(60);
  const { at, form: shown } = form.getState();
  if (at === 'sending' || at === 'gathering') faults.push(`${at} for ever`);
  if (at !== 'sent' && shown.files.some((file) => file.at.step === 'going-up' || file.at.step === 'waiting'))
    faults.push('a file on its way for ever');
  if (isForgotten !== (at === 'sent')) faults.push('the draft is gone, or stays, against what was sent');
  if (at === 'sent' && acceptedById.size === 0) faults.push('sent, and the server has nothing');
  form.stop();
  expect({ faults, log: faults.length === 0 ? [] : line.log }).toEqual({ faults: [], log: [] });
}

it('in any order of events, each press on send submits one complete report, and sending always ends', async () => {
  await fc.assert(fc.asyncProperty(lineScheduler(), plays, play), { numRuns: 1_000 });
});
