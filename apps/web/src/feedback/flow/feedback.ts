import { isUnread } from '@jawhara/contract';
import { reportFaults, type ReportFault } from '@jawhara/domain';
import { draftOf, reportOf } from './draft.ts';
import type {
  AttachedFile,
  FeedbackEffect,
  FeedbackEvent,
  FeedbackState,
  FormFault,
  FormField,
  FeedbackNext,
} from './feedback-state.ts';
import { afterRefusal, fileMovedTo, isUnderWay, pickFiles, setOut, withFile } from './files.ts';

const FIELD_OF_FAULT = {
  'topic-missing': 'topic',
  'feedback-empty': 'content',
  'feedback-too-long': 'content',
  'card-number': 'content',
  'contact-unreadable': 'contact',
  'file-failed': 'files',
} as const satisfies Record<FormFault, FormField>;

/** Faults that are shown while typing; missing fields are marked only after the first press. */
const SAID_AT_ONCE: ReadonlySet<FormFault> = new Set<ReportFault>(['feedback-too-long', 'card-number']);

function faultsOf({ form }: FeedbackState): readonly FormFault[] {
  const hasFailed = form.files.some(({ at }) => at.step === 'failed');
  return [...reportFaults(form), ...(hasFailed ? (['file-failed'] as const) : [])];
}

export function shownFaults(state: FeedbackState): readonly FormFault[] {
  return faultsOf(state).filter((fault) => state.wasPressed || SAID_AT_ONCE.has(fault));
}

const storedDraft = (state: FeedbackState): FeedbackEffect => ({ do: 'keep-draft', draft: draftOf(state) });

/** The draft with its request id is stored before the report is sent. */
function submit(state: FeedbackState, requestId: string): FeedbackNext {
  const sending: FeedbackState = { ...state, at: 'sending', requestId };
  return [sending, storedDraft(sending), { do: 'submit', report: reportOf(state.form), requestId }];
}

function backToWriting(state: FeedbackState): FeedbackState {
  return { ...state, at: 'writing', requestId: null };
}

/** The files' states have changed. If send was pressed, the report goes as soon as all are uploaded, and stops if one failed. */
function withFiles(
  before: FeedbackState,
  files: readonly AttachedFile[],
  effects: readonly FeedbackEffect[] = [],
): FeedbackNext {
  const state = { ...before, form: { ...before.form, files } };
  if (state.at !== 'gathering') return [state, ...effects];
  if (files.some(({ at }) => at.step === 'failed')) {
    return [backToWriting(state), ...effects, { do: 'focus', field: 'files' }];
  }
  if (files.some(isUnderWay) || state.requestId === null) return [state, ...effects];
  const [next, ...sent] = submit(state, state.requestId);
  return [next, ...effects, ...sent];
}

/** A change of files makes another report, without a request id. After a press on send the report stays the one to be sent. */
function withOtherFiles(
  state: FeedbackState,
  files: readonly AttachedFile[],
  effects: readonly FeedbackEffect[] = [],
): FeedbackNext {
  const changed = state.at === 'gathering' ? state : { ...state, requestId: null };
  const [next, ...rest] = withFiles(changed, files, effects);
  return [next, ...rest, ...(next.at === 'sending' ? [] : [storedDraft(next)])];
}

function onPressed(state: FeedbackState, requestId: string): FeedbackNext {
  if (state.at !== 'writing' || !state.isOnline) return [state];
  const pressed: FeedbackState = { ...state, wasPressed: true, problem: null, pickFaults: [] };
  const [first] = faultsOf(state);
  if (first !== undefined) return [pressed, { do: 'focus', field: FIELD_OF_FAULT[first] }];
  const ours = state.requestId ?? requestId;
  if (state.form.files.some(isUnderWay)) return [{ ...pressed, at: 'gathering', requestId: ours }];
  return submit(pressed, ours);
}

function onLost(state: FeedbackState, id: string): FeedbackNext {
  const file = state.form.files.find((one) => one.id === id);
  if (file === undefined) return [state];
  const at = state.isOnline
    ? ({ step: 'failed', message: null, mayRetry: true } as const)
    : ({ step: 'waiting' } as const);
  return withFiles(state, fileMovedTo(state.form.files, id, at));
}

function inWriting(state: FeedbackState, event: FeedbackEvent): FeedbackNext | null {
  if (state.at !== 'writing') return null;
  if (event.type === 'changed') {
    const changed = { ...state, form: { ...state.form, ...event.change }, requestId: null, problem: null };
    return [changed, storedDraft(changed)];
  }
  if (event.type === 'files-picked') {
    const { files, faults, effects } = pickFiles(state.form.files, event.picked, state.isOnline);
    return withOtherFiles({ ...state, pickFaults: faults }, files, effects);
  }
  return null;
}

function onFile(state: FeedbackState, event: FeedbackEvent): FeedbackNext | null {
  const { files } = state.form;
  switch (event.type) {
    case 'thumbnail-drawn':
      return withFiles(
        state,
        withFile(files, event.id, (file) => ({ ...file, thumbnail: event.thumbnail })),
      );
    case 'file-moved':
      return withFiles(state, fileMovedTo(files, event.id, { step: 'going-up', percent: event.percent }));
    case 'file-taken': {
      const { key, pickedAtMs } = event;
      return withOtherFiles(state, fileMovedTo(files, event.id, { step: 'ready', key, pickedAtMs }));
    }
    case 'file-refused':
      return withFiles(
        state,
        withFile(files, event.id, (file) => afterRefusal(file, event.refusal, event.message)),
      );
    case 'file-lost':
      return onLost(state, event.id);
    case 'file-removed':
      if (!files.some(({ id }) => id === event.id)) return [state];
      return withOtherFiles(
        { ...state, pickFaults: [], problem: null },
        files.filter(({ id }) => id !== event.id),
        [{ do: 'stop-upload', id: event.id }],
      );
    case 'file-retried': {
      const again = setOut(files, ({ id, at }) => id === event.id && at.step === 'failed' && at.mayRetry);
      return withFiles(state, again.files, again.effects);
    }
    default:
      return null;
  }
}

/** The server no longer has some of the report's files: each is uploaded again if this page has it, or removed. */
function withoutKeys(files: readonly AttachedFile[]): readonly AttachedFile[] {
  return files.map((file) => (file.at.step === 'ready' ? afterRefusal(file, 'file-not-found', null) : file));
}

function inSending(state: FeedbackState, event: FeedbackEvent): FeedbackNext | null {
  if (state.at !== 'sending') return null;
  const report = reportOf(state.form);
  switch (event.type) {
    case 'sent': {
      const { reportNumber } = event;
      return [
        { ...state, at: 'sent' },
        { do: 'remember-report', reportNumber, report },
        { do: 'forget-draft' },
        { do: 'show-confirmation', reportNumber },
      ];
    }
    case 'send-refused': {
      const problem = { kind: 'refused', message: event.message } as const;
      const { form } = state;
      const files = event.refusal === 'file-not-found' ? withoutKeys(form.files) : form.files;
      // The server refused it unread: an earlier try may have been accepted, so the request id stays the same.
      const requestId = isUnread(event.refusal) ? state.requestId : null;
      const refused: FeedbackState = {
        ...state,
        at: 'writing',
        requestId,
        form: { ...form, files },
        problem,
      };
      return [refused, storedDraft(refused)];
    }
    case 'send-lost':
      // The report may have been accepted, so a retry uses the same request id.
      return [{ ...state, at: 'writing', problem: { kind: event.isTimeout ? 'timeout' : 'failed' } }];
    default:
      return null;
  }
}

function onConnection(state: FeedbackState, isOnline: boolean): FeedbackNext {
  if (!isOnline) {
    const offline = { ...state, isOnline };
    return [state.at === 'gathering' ? backToWriting(offline) : offline];
  }
  const { files, effects } = setOut(state.form.files, ({ at }) => at.step === 'waiting');
  return withFiles({ ...state, isOnline }, files, effects);
}

/** The state machine of one report, from the open form to its number. */
export function feedback(state: FeedbackState, event: FeedbackEvent): FeedbackNext {
  if (state.at === 'sent') return [state];
  if (event.type === 'online' || event.type === 'offline') {
    return onConnection(state, event.type === 'online');
  }
  if (event.type === 'send-pressed') return onPressed(state, event.requestId);
  const mayMoveFiles = state.at !== 'sending';
  return (
    inWriting(state, event) ??
    inSending(state, event) ??
    (mayMoveFiles ? onFile(state, event) : null) ?? [state]
  );
}
