import { readContact } from '@jawhara/domain';
import type { StoredReport } from '../../browser/storage/reports.ts';
import { whenIdle } from '../../browser/waits.ts';
import { runMachine, type RunningMachine } from '../../machine.ts';
import { beginFeedback, type FeedbackEntry } from './draft.ts';
import { feedback } from './feedback.ts';
import type {
  Emit,
  FeedbackDeps,
  FeedbackEffect,
  FeedbackEvent,
  FeedbackState,
  ReportSent,
} from './feedback-state.ts';

/** Uploads in progress, each with its abort controller. */
type Transfers = Map<string, AbortController>;

/** Loads the calls and the parts of the form below the fold. */
export const fetchLateParts = () => import('../late-parts.tsx');

function storedReport(
  reportNumber: string,
  { orderNumber, contact }: ReportSent,
  deps: FeedbackDeps,
): StoredReport {
  const read = readContact(contact);
  return {
    reportNumber,
    orderNumber,
    contact: read.kind === 'read' ? read.contact : null,
    isSignedIn: deps.isSignedIn(),
    sentAt: deps.now(),
  };
}

async function draw(id: string, file: File, deps: FeedbackDeps, emit: Emit): Promise<void> {
  const thumbnail = await deps.thumbnailOf(file);
  if (thumbnail !== null) emit({ type: 'thumbnail-drawn', id, thumbnail });
}

async function transfer(
  effect: Extract<FeedbackEffect, { do: 'upload' }>,
  deps: FeedbackDeps,
  emit: Emit,
  transfers: Transfers,
): Promise<void> {
  const abort = new AbortController();
  transfers.set(effect.id, abort);
  const emitUnlessStopped: Emit = (event) => {
    if (!abort.signal.aborted) emit(event);
  };
  const calls = await fetchLateParts().catch(() => null);
  if (calls === null) emitUnlessStopped({ type: 'file-lost', id: effect.id });
  else await calls.upload(effect, deps, emitUnlessStopped, abort.signal);
  if (transfers.get(effect.id) === abort) transfers.delete(effect.id);
}

async function submit(
  { report, requestId }: Extract<FeedbackEffect, { do: 'submit' }>,
  deps: FeedbackDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const calls = await fetchLateParts().catch(() => null);
  if (calls === null) emit({ type: 'send-lost', isTimeout: false });
  else await calls.submit(report, requestId, deps, emit, signal);
}

async function runEffect(
  effect: FeedbackEffect,
  deps: FeedbackDeps,
  emit: Emit,
  transfers: Transfers,
  signal: AbortSignal,
): Promise<void> {
  switch (effect.do) {
    case 'keep-draft':
      return deps.keepDraft(effect.draft);
    case 'forget-draft':
      return deps.forgetDraft();
    case 'upload':
      return transfer(effect, deps, emit, transfers);
    case 'stop-upload':
      return transfers.get(effect.id)?.abort();
    case 'draw-thumbnail':
      return draw(effect.id, effect.file, deps, emit);
    case 'submit':
      return submit(effect, deps, emit, signal);
    case 'remember-report':
      return deps.rememberReport(storedReport(effect.reportNumber, effect.report, deps));
    case 'show-confirmation':
      return deps.showConfirmation(effect.reportNumber);
    case 'focus':
      return deps.focus(effect.field);
  }
}

/** Runs the machine of a report. Stopping it aborts every upload; the text stays in the draft. */
export function runFeedback(
  entry: FeedbackEntry,
  deps: FeedbackDeps,
): RunningMachine<FeedbackState, FeedbackEvent> {
  const transfers: Transfers = new Map();
  const machine = runMachine<FeedbackState, FeedbackEvent, FeedbackEffect>({
    begin: [beginFeedback(entry)],
    step: feedback,
    run: (effect, emit, signal) => runEffect(effect, deps, emit, transfers, signal),
  });
  whenIdle(() => void fetchLateParts().catch(() => undefined));
  const unsubscribe = deps.subscribeToOnline(() =>
    machine.send({ type: deps.isOnline() ? 'online' : 'offline' }),
  );
  return {
    ...machine,
    stop() {
      machine.stop();
      unsubscribe();
      for (const one of transfers.values()) one.abort();
    },
  };
}
