import { isFeedbackTopic, orderNumber, plainOrderNumber } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { BUILD_FACTS } from '../../browser/build-facts.ts';
import type { FeedbackEntry } from '../../feedback/flow/draft.ts';
import type { FormField, FeedbackDeps } from '../../feedback/flow/feedback-state.ts';
import { fetchLateParts } from '../../feedback/flow/run-feedback.ts';
import { pageViewId } from '../../browser/ids.ts';
import { storedOpenOrderId } from '../../browser/storage/purchase.ts';
import { readReportDraft, storedReportDraft, rememberReport } from '../../browser/storage/reports.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import type { Navigate } from '../../ui/navigation.tsx';

/** The longest browser description that the contract accepts. */
const MODEL_CHARACTERS_MAX = 200;

// A copy of browser/waits.ts, whose import would load the whole chunk of the packs.
const isOnline = (): boolean => navigator.onLine;

function subscribeToOnline(onChange: () => void): () => void {
  const end = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, onChange, { signal: end.signal });
  return () => end.abort();
}

function focus(field: FormField): void {
  // Runs after the paint that marks the field as invalid.
  requestAnimationFrame(() =>
    document
      .getElementById(`report-${field}`)
      ?.querySelector<HTMLElement>('input, textarea, button')
      ?.focus(),
  );
}

/** Needed only for a report with a file: loaded when one is sent; if loading fails, the file can be sent again. */
const sendFile: FeedbackDeps['sendFile'] = async (sent) => {
  const chunk = await import('../../api/send-file.ts').catch(() => null);
  return chunk === null ? { kind: 'failed', failure: 'no-response' } : chunk.sendFile(sent);
};

/** Null if no thumbnail can be made: then the file is shown by its type. */
const thumbnailOf: FeedbackDeps['thumbnailOf'] = async (file) => {
  const chunk = await fetchLateParts().catch(() => null);
  return chunk === null ? null : chunk.thumbnailOf(file);
};

export function browserFeedbackDeps(navigate: Navigate): FeedbackDeps {
  return {
    call,
    sendFile,
    thumbnailOf,
    now: () => new Date(),
    facts: () => {
      const uid = storedLogin.read()?.account.accountId;
      return {
        model: navigator.userAgent.slice(0, MODEL_CHARACTERS_MAX),
        version: BUILD_FACTS.version,
        pageId: pageViewId(Date.now()),
        ...(uid !== undefined && { uid }),
      };
    },
    isSignedIn: () => storedLogin.read() !== null,
    keepDraft: storedReportDraft.write,
    forgetDraft: storedReportDraft.forget,
    rememberReport,
    // Replaces the form's history entry, so that Back does not lead to an empty form.
    showConfirmation: (number) => navigate(`/feedback-success?report=${number}`, { replace: true }),
    focus,
    isOnline,
    subscribeToOnline,
  };
}

/** The report's initial state, from the link, this device and an earlier visit. */
export function feedbackEntry(query: URLSearchParams, nowMs: number): FeedbackEntry {
  const topic = query.get('topic') ?? '';
  const openOrderId = storedOpenOrderId.read();
  return {
    draft: readReportDraft(nowMs),
    linked: {
      topic: isFeedbackTopic(topic) ? topic : null,
      orderNumber: plainOrderNumber(query.get('order') ?? ''),
    },
    openOrderNumber: openOrderId === null ? null : orderNumber(openOrderId),
    isOnline: isOnline(),
  };
}
