import { askUploadTokens, submitFeedback } from '@jawhara/contract';
import { readContact, UPLOAD_RETRY_AFTER_S, UPLOAD_TRIES_MAX, IMAGE_RESIZE_WIDTH_PX } from '@jawhara/domain';
import { waitExactly } from '../../browser/waits.ts';
import type { FeedbackEffect, ReportSent, Emit, FeedbackDeps } from './feedback-state.ts';

/** Sends a file. The server processes one picture at a time: refused as busy, the file is sent again with the same token. */
async function sendUntilAccepted(
  deps: FeedbackDeps,
  file: Parameters<FeedbackDeps['sendFile']>[0],
): ReturnType<FeedbackDeps['sendFile']> {
  for (let tries = 1; ; tries += 1) {
    const sent = await deps.sendFile(file);
    const isBusy = sent.kind === 'refused' && sent.refusal === 'busy';
    if (!isBusy || tries === UPLOAD_TRIES_MAX || file.signal.aborted) return sent;
    await waitExactly((sent.retryAfterS ?? UPLOAD_RETRY_AFTER_S) * 1_000, file.signal);
    if (file.signal.aborted) return { kind: 'failed', failure: 'aborted' };
    // The upload begins again, so its progress bar shows zero.
    file.onProgress(0);
  }
}

/** Requests a token for the file, then sends the file. The file's name is not sent, because it may contain personal data. */
export async function upload(
  { id, file }: Extract<FeedbackEffect, { do: 'upload' }>,
  deps: FeedbackDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const announced = { name: 'file', bytes: file.size, contentType: file.type };
  const request = { files: [announced], purpose: 'feedback', needsDate: false } as const;
  const tokens = await deps.call(askUploadTokens, request, { signal });
  if (tokens.kind === 'refused') return emit({ ...tokens, type: 'file-refused', id });
  const ticket = tokens.kind === 'ok' ? tokens.value[0] : undefined;
  if (ticket === undefined) return emit({ type: 'file-lost', id });
  if (ticket.kind === 'refused') return emit({ ...ticket, type: 'file-refused', id, message: null });
  const sent = await sendUntilAccepted(deps, {
    ticket,
    file,
    onProgress: (share) => emit({ type: 'file-moved', id, percent: Math.round(share * 100) }),
    signal,
  });
  if (sent.kind === 'ok') {
    emit({ type: 'file-taken', id, key: sent.value.key, pickedAtMs: deps.now().getTime() });
  } else if (sent.kind === 'refused') emit({ ...sent, type: 'file-refused', id });
  else emit({ type: 'file-lost', id });
}

export async function submit(
  report: ReportSent,
  requestId: string,
  deps: FeedbackDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const contact = readContact(report.contact);
  const answer = await deps.call(
    submitFeedback,
    { ...report, ...deps.facts(), contact: contact.kind === 'read' ? contact.contact : null },
    { requestId, signal },
  );
  if (answer.kind === 'ok') emit({ type: 'sent', ...answer.value });
  else if (answer.kind === 'refused') emit({ ...answer, type: 'send-refused' });
  else if (answer.failure !== 'aborted') emit({ type: 'send-lost', isTimeout: answer.failure === 'timeout' });
}

/** A thumbnail of a picture as a data address; null if the browser cannot draw it. */
export async function thumbnailOf(file: Blob, widthPx = IMAGE_RESIZE_WIDTH_PX): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = widthPx / Math.min(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = widthPx;
    canvas.height = widthPx;
    const width = bitmap.width * scale;
    const height = bitmap.height * scale;
    canvas.getContext('2d')?.drawImage(bitmap, (widthPx - width) / 2, (widthPx - height) / 2, width, height);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.7);
  } catch {
    return null;
  }
}
