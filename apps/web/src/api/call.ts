import type { listGemPacks, listSavedCards, readOrder, readOrderStatus } from '@jawhara/contract';
import { apiBase } from '../browser/api-base.ts';
import { hostPort } from '../host-app/host-port.ts';
import { clientId, randomUuid } from '../browser/ids.ts';
import { fetchOrTakeOver, sendRequest } from '../browser/send-request.ts';
import { packageName } from '../browser/package-name.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { storedUsageObjection } from '../browser/storage/device.ts';
import { showToast } from '../ui/toast.ts';
import { pageLocale } from '../words/word.ts';
import { createCall, type CallerFacts, type Call, type CallParts, type RefusedCall } from './create-call.ts';

/** An event target of our own, because on the window a third party's script would get the parameters of a refused login. */
const refusedCalls = new EventTarget();

/** Passes an answer other than result 0 to the listeners of the whole site. */
export function hearRefused(call: RefusedCall): void {
  refusedCalls.dispatchEvent(new CustomEvent('refused', { detail: call }));
}

/** Listens to every refused call of the page. The refusal itself is shown by the screen that called. */
export function onRefusedCall(listener: (call: RefusedCall) => void): () => void {
  const onRefused = (event: Event): void => listener((event as CustomEvent<RefusedCall>).detail);
  refusedCalls.addEventListener('refused', onRefused);
  return () => refusedCalls.removeEventListener('refused', onRefused);
}

/** Facts about the caller for each call's headers, such as the session key, the language and the objection to usage records. */
export const callerFacts = (): CallerFacts => ({
  packageName: packageName(globalThis.location.href, __SITE_PACKAGE__),
  clientId: clientId(),
  isInBridge: hostPort() !== null,
  language: pageLocale(),
  sessionKey: storedLogin.read()?.sessionKey ?? null,
  objectsToUsage: storedUsageObjection.read() !== null,
});

type Needed = (
  | typeof listGemPacks
  | typeof listSavedCards
  | typeof readOrder
  | typeof readOrderStatus
)['name'];

/** Each of these calls has its own error for an answer without data, so that the log shows what the server left out. */
const MISSING: Record<string, string> = {
  listGemPacks: 'the server answered without a recharge list',
  listSavedCards: 'the server answered without a list of saved cards',
  readOrderStatus: 'the server answered without a fast pay result',
  readOrder: 'the server answered without an order result',
} satisfies Record<Needed, string>;

/** Reports a call that succeeded without readable data as an error of the page; the screen shows its own sentence. */
function raiseMissing(endpointName: string): void {
  const what = MISSING[endpointName] ?? `the server’s answer to ${endpointName} cannot be read`;
  globalThis.reportError?.(Object.assign(new Error(what), { name: 'MissingAnswer' }));
}

const PAGE: CallParts = {
  fetch: sendRequest,
  facts: callerFacts,
  newRequestId: randomUuid,
  // Most deployments have no other origin: then this code, and that for reading links, is not in the first load.
  ...(__API_BASES__ === null ? {} : { base: apiBase }),
  sourceCode: __SITE_SOURCE_CODE__,
  onRefused: hearRefused,
  onToast: (toast) => showToast(toast, 'info'),
  onMissing: raiseMissing,
};

/** Calls our API on the page's own origin. */
export const call = createCall(PAGE);

/**
 * For requests that first-paint.js may have sent already; no other call, least of all one that pays, may take over such an
 * answer.
 */
export const callOrTakeOver = createCall({ ...PAGE, fetch: fetchOrTakeOver });

/** Calls with a session key other than the stored one: the key of a link, or of a login that is being replaced. */
export const callAs = (sessionKey: string, sender = sendRequest): Call =>
  createCall({ ...PAGE, fetch: sender, facts: () => ({ ...callerFacts(), sessionKey }) });
