const UNANSWERED = 'jawhara-unanswered';

/** Reports that a call got no answer, or only a proxy's error. backup-hosts/watch-hosts.ts then probes this host. */
export function tellUnanswered(): void {
  dispatchEvent(new Event(UNANSWERED));
}

export function watchUnanswered(onUnanswered: () => void): () => void {
  addEventListener(UNANSWERED, onUnanswered);
  return () => removeEventListener(UNANSWERED, onUnanswered);
}

/** Like `fetch`; `changes`: the call may change something at the server, so it is never sent twice. */
export type RequestSender = (url: string, init: RequestInit, changes: boolean) => Promise<Response>;

let sender: RequestSender | null = null;

/** From now on API calls are sent through this function. */
export function sendRequestsBy(taker: RequestSender): void {
  sender = taker;
}

export const sendRequest: RequestSender = (url, init, changes) =>
  sender === null ? fetch(url, init) : sender(url, init, changes);

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
