const UNANSWERED = 'jawhara-unanswered';

/** A call got no answer, or only the word of a gate that nobody stands behind. What to make of it is backup-hosts/watch-hosts.ts's to know. */
export function tellUnanswered(): void {
  dispatchEvent(new Event(UNANSWERED));
}

export function watchUnanswered(onUnanswered: () => void): () => void {
  addEventListener(UNANSWERED, onUnanswered);
  return () => removeEventListener(UNANSWERED, onUnanswered);
}

/** Like `fetch`; `changes` says whether the call may do something at the server, so that it is never sent twice. */
export type RequestSender = (url: string, init: RequestInit, changes: boolean) => Promise<Response>;

let sender: RequestSender | null = null;

/** From now on calls of our API go this way. */
export function sendRequestsBy(taker: RequestSender): void {
  sender = taker;
}

export const sendRequest: RequestSender = (url, init, changes) =>
  sender === null ? fetch(url, init) : sender(url, init, changes);
