import { readContact } from '@jawhara/domain';
import type { StoredReport } from '../../browser/storage/reports.ts';
import { whenIdle } from '../../browser/waits.ts';
import { beginFeedback, type FeedbackEntry } from './draft.ts';
import { feedback } from './feedback.ts';
import type { Emit, FeedbackDeps } from './feedback-deps.ts';
import type { FeedbackEffect, FeedbackEvent, FeedbackState, ReportSent } from './feedback-state.ts';

export interface RunningFeedback {
  readonly getState: () => FeedbackState;
  readonly send: (event: FeedbackEvent) => void;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Ends every transfer; what was written is in the draft. */
  readonly stop: () => void;
}

/** The files on their way, each with the way to stop it. */
type Transfers = Map<string, AbortController>;

/** Loads the API calls on first use; prefetched when idle. */
const fetchCalls = () => import('./feedback-calls.ts');

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
  const calls = await fetchCalls().catch(() => null);
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
  const calls = await fetchCalls().catch(() => null);
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

/** The machine with its hands: feeds events in, starts the effects in their order, and tells whoever watches. */
export function runFeedback(entry: FeedbackEntry, deps: FeedbackDeps): RunningFeedback {
  const listeners = new Set<() => void>();
  const abort = new AbortController();
  const transfers: Transfers = new Map();
  let state = beginFeedback(entry);

  const emit: Emit = (event) => {
    if (abort.signal.aborted) return;
    const [next, ...effects] = feedback(state, event);
    const isSame = next === state;
    state = next;
    // Synchronous effects run to their end before the next one starts: what must be on disk first, is.
    for (const effect of effects) void runEffect(effect, deps, emit, transfers, abort.signal);
    if (!isSame) for (const listener of listeners) listener();
  };
  whenIdle(() => void fetchCalls().catch(() => undefined));
  const unsubscribe = deps.subscribeToOnline(() => emit({ type: deps.isOnline() ? 'online' : 'offline' }));
  return {
    getState: () => state,
    send: emit,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    stop() {
      abort.abort();
      unsubscribe();
      for (const one of transfers.values()) one.abort();
    },
  };
}
