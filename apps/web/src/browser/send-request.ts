const UNANSWERED = 'jawhara-unanswered';

/** A call got no answer, or only a proxy's error. backup-hosts/watch-hosts.ts decides what follows. */
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
