import { uploadFile, type UploadedFile, type UploadTicket } from '@jawhara/contract';
import { HTTP_TIMEOUT_MS } from '@jawhara/domain';
import { randomUuid } from '../browser/ids.ts';
import type { CallAnswer, CallFailure } from './call-answer.ts';
import { callerFacts } from './call.ts';
import { callHeaders } from './create-call.ts';
import { readAnswer } from './read-answer.ts';

interface FileOnItsWay {
  readonly ticket: Extract<UploadTicket, { kind: 'ticket' }>;
  readonly file: Blob;
  /** The part that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

function formOf({ ticket, file }: FileOnItsWay): FormData {
  const form = new FormData();
  form.append('token', ticket.token);
  form.append('key', ticket.key);
  // A file's name can tell where a picture was taken or who it shows, and the server does not need it.
  form.append(uploadFile.filePart ?? 'file', file, 'file');
  return form;
}

/**
 * Sends a file to the address of its ticket, as a form. Uses XMLHttpRequest, because `fetch` does not report the progress of an
 * upload. A large file on a slow line may take minutes: the limit is on the time in which nothing moves.
 */
export function sendFile(sent: FileOnItsWay): Promise<CallAnswer<UploadedFile>> {
  return new Promise((end) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const failWith = (failure: CallFailure): void => {
      clearTimeout(timer);
      end({ kind: 'failed', failure });
    };
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        failWith('timeout');
        request.abort();
      }, HTTP_TIMEOUT_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      if (total > 0) sent.onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      clearTimeout(timer);
      const { status, responseText: body } = request;
      end(
        readAnswer(uploadFile.answer, { status, body, retryAfter: request.getResponseHeader('retry-after') }),
      );
    });
    request.addEventListener('error', () => failWith('no-response'));
    request.addEventListener('abort', () => failWith('aborted'));
    sent.signal.addEventListener('abort', () => request.abort());
    if (sent.signal.aborted) return failWith('aborted');
    request.open('POST', sent.ticket.url);
    const headers = callHeaders(callerFacts(), uploadFile.path, randomUuid());
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    watch();
    request.send(formOf(sent));
  });
}
