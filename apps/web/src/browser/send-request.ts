/** Like `fetch`; `changes` says whether the call may do something at the server, so that it is never sent twice. */
export type RequestSender = (url: string, init: RequestInit, changes: boolean) => Promise<Response>;

let sender: RequestSender | null = null;

/** From now on calls of our API go this way. */
export function sendRequestsBy(taker: RequestSender): void {
  sender = taker;
}

export const sendRequest: RequestSender = (url, init, changes) =>
  sender === null ? fetch(url, init) : sender(url, init, changes);
