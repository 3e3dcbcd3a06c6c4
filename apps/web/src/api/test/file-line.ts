import { ERROR_CATALOGUE, errorMessage, SUCCESS_CODE, uploadFile, type RefusalKind } from '@jawhara/contract';
import type { FileKey } from '@jawhara/domain';
import { vi } from 'vitest';

/** A file upload that a test controls. */
export interface SentFile {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly form: FormData;
  readonly isAborted: () => boolean;
  readonly move: (share: number) => void;
  readonly take: () => void;
  readonly refuse: (kind: RefusalKind, retryAfterS?: number) => void;
  readonly breakOff: () => void;
}

/** Replaces the page's own function for sending files, which reports progress and which MSW cannot slow down. */
export function fileLine(): readonly SentFile[] {
  const sent: SentFile[] = [];
  class Line extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    #url = '';
    #isAborted = false;
    #retryAfterS: number | undefined;
    readonly #headers: Record<string, string> = {};
    open(_method: string, url: string): void {
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    getResponseHeader(name: string): string | null {
      const isKnown = name === 'retry-after' && this.#retryAfterS !== undefined;
      return isKnown ? String(this.#retryAfterS) : null;
    }
    abort(): void {
      this.#isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    #answer(httpStatus: number, envelope: object): void {
      this.status = httpStatus;
      this.responseText = JSON.stringify(envelope);
      this.dispatchEvent(new Event('load'));
    }
    send(form: FormData): void {
      sent.push({
        url: this.#url,
        headers: this.#headers,
        form,
        isAborted: () => this.#isAborted,
        move: (share) =>
          this.upload.dispatchEvent(
            Object.assign(new Event('progress'), { loaded: share * 100, total: 100 }),
          ),
        take: () => {
          const data = uploadFile.answer.write({ key: form.get('key') as FileKey, url: '/api/files/x' });
          this.#answer(200, { result: 0, code: SUCCESS_CODE, message: '', data });
        },
        refuse: (kind, retryAfterS) => {
          this.#retryAfterS = retryAfterS;
          const { result, httpStatus } = ERROR_CATALOGUE[kind];
          this.#answer(httpStatus, { result, code: result, message: errorMessage(kind, 'ar'), data: null });
        },
        breakOff: () => this.dispatchEvent(new Event('error')),
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Line);
  return sent;
}
