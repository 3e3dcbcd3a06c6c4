import * as v from 'valibot';
import { randomHex } from '../browser/ids.ts';
import { bridgeErrorOf, BridgeFault } from './bridge-error.ts';
import { type HostPort, wireWhole } from './host-port.ts';

/** The function of the page that the app calls with one JSON message. */
const APP_CALLBACK = 'jawharaAppSays';
const BRIDGE_VERSION = 1;
const CALL_TIMEOUT_MS = 5_000;

const ID_BYTES = 16;

interface LineOptions {
  readonly withinMs?: number;
  /** Aborted by a caller that no longer wants the answer. */
  readonly signal?: AbortSignal | null | undefined;
}

export interface HostLine {
  /** Rejects with a BridgeFault, or like a fetch whose signal is aborted. */
  readonly call: (name: string, params: object, options?: LineOptions) => Promise<unknown>;
  /** Sets the token of every later call. The app gives it to the page, and no frame inside can read it. */
  readonly useToken: (token: string) => void;
}

const wireMark = v.literal(BRIDGE_VERSION);
const wireSaid = v.union([
  v.object({ jawhara: wireMark, event: v.string() }),
  v.object({ jawhara: wireMark, id: v.string(), accepted: v.literal(true) }),
  v.object({ jawhara: wireMark, id: v.string(), error: wireWhole, data: v.optional(v.unknown()) }),
]);

/** A call without an answer so far. */
interface Pending {
  readonly accepted: () => void;
  readonly answered: (data: unknown) => void;
  readonly failed: (fault: Error) => void;
}

/** Parses a message of the app. Null for any other message. */
function read(said: unknown): v.InferOutput<typeof wireSaid> | null {
  try {
    const message = v.safeParse(wireSaid, typeof said === 'string' ? (JSON.parse(said) as unknown) : said);
    return message.success ? message.output : null;
  } catch {
    return null;
  }
}

/** Waits for one answer. The first of answer, abort and timeout ends the wait; a later one has no effect. */
function pendingCall(
  name: string,
  { withinMs = CALL_TIMEOUT_MS, signal }: LineOptions,
  onEnd: () => void,
): { readonly pending: Pending; readonly answer: Promise<unknown> } {
  let pending: Pending | undefined;
  const answer = new Promise<unknown>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      onEnd();
    };
    const failed = (fault: Error): void => {
      end();
      reject(fault);
    };
    const onAbort = (): void => failed(new DOMException('aborted', 'AbortError'));
    const timer = setTimeout(
      () => failed(new BridgeFault('Unknown', `${name}: the app said nothing within ${withinMs} ms`)),
      withinMs,
    );
    signal?.addEventListener('abort', onAbort);
    pending = {
      // Once the app has accepted the call, its work may take longer; the caller has a time limit of its own.
      accepted: () => clearTimeout(timer),
      answered: (data) => {
        end();
        resolve(data);
      },
      failed,
    };
    if (signal?.aborted === true) onAbort();
  });
  return { pending: pending as unknown as Pending, answer };
}

/**
 * Opens the connection to the app. The app answers by calling a function of the page with a known name: no script can
 * replace that function, and an answer counts only with the id of a waiting call. Throws if the name is taken already.
 */
export function openHostLine(
  port: HostPort,
  onEvent: (name: string) => boolean,
  page: object = globalThis,
): HostLine {
  const waiting = new Map<string, Pending>();
  const post = port.postMessage.bind(port);
  let token: string | null = null;

  /** True if the message was handled: an event, or the answer to a waiting call. */
  function hear(said: unknown): boolean {
    const message = read(said);
    if (message === null) return false;
    if ('event' in message) return onEvent(message.event);
    const pending = waiting.get(message.id);
    if (pending === undefined) return false;
    if ('accepted' in message) pending.accepted();
    else {
      const error = bridgeErrorOf(message.error);
      if (error === 'NoError') pending.answered(message.data ?? null);
      else pending.failed(new BridgeFault(error, `the app answered ${error}`));
    }
    return true;
  }
  Object.defineProperty(page, APP_CALLBACK, { value: hear, writable: false, configurable: false });

  return {
    call(name, params, options = {}) {
      const id = randomHex(ID_BYTES);
      const { pending, answer } = pendingCall(name, options, () => waiting.delete(id));
      if (options.signal?.aborted === true) return answer;
      waiting.set(id, pending);
      try {
        post(JSON.stringify({ jawhara: BRIDGE_VERSION, id, token, call: name, params }));
      } catch {
        pending.failed(new BridgeFault('UnknownService', `${name}: the app takes no calls`));
      }
      return answer;
    },
    useToken(next) {
      token = next;
    },
  };
}
