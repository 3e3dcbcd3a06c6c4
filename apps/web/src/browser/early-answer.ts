import { sendRequest, type RequestSender } from './send-request.ts';

/** The request that first-paint.js sends before the app is loaded. */
interface EarlyRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly answer: Promise<{ readonly status: number; readonly body: string }>;
}

declare global {
  var earlyRequest: EarlyRequest | undefined;
}

function sameHeader(one: RequestInit, other: RequestInit, name: string): boolean {
  return new Headers(one.headers).get(name) === new Headers(other.headers).get(name);
}

/** Rejects like a fetch whose signal is aborted. */
function whenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

/** `fetch` that takes over the early request: once, and only for the same address, body and session key. */
export const fetchOrTakeOver: RequestSender = (url, init, changes) => {
  const early = globalThis.earlyRequest;
  if (early?.url !== url || early.init.body !== init.body || !sameHeader(early.init, init, 'x-session-key'))
    return sendRequest(url, init, changes);
  globalThis.earlyRequest = undefined;
  return Promise.race([early.answer, whenAborted(init.signal)]).then(
    ({ status, body }) => new Response(body, { status }),
  );
};
