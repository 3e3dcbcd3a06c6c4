import { apiBase } from '../browser/api-base.ts';
import { hostPort } from '../host-app/host-port.ts';
import { clientId, randomUuid } from '../browser/ids.ts';
import { fetchOrTakeOver } from '../browser/early-answer.ts';
import { packageName } from '../browser/package-name.ts';
import { sendRequest } from '../browser/send-request.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { storedUsageObjection } from '../browser/storage/device.ts';
import { showToast } from '../ui/toast.ts';
import { pageLocale } from '../words/word.ts';
import { createCall, type CallerFacts, type Call, type CallParts, type RefusedCall } from './create-call.ts';

/** Not the window: the parameters of a refused login must not reach a third party's script. */
const refusedCalls = new EventTarget();

/** The one global handler: every answer of every call that is not result 0. */
export function hearRefused(call: RefusedCall): void {
  refusedCalls.dispatchEvent(new CustomEvent('refused', { detail: call }));
}

/** For a watcher of the whole site. The payer is told by the screen that called. */
export function onRefusedCall(listener: (call: RefusedCall) => void): () => void {
  const onRefused = (event: Event): void => listener((event as CustomEvent<RefusedCall>).detail);
  refusedCalls.addEventListener('refused', onRefused);
  return () => refusedCalls.removeEventListener('refused', onRefused);
}

/** Who asks from this page. */
export const callerFacts = (): CallerFacts => ({
  packageName: packageName(globalThis.location.href, __SITE_PACKAGE__),
  clientId: clientId(),
  isInBridge: hostPort() !== null,
  language: pageLocale(),
  sessionKey: storedLogin.read()?.sessionKey ?? null,
  objectsToUsage: storedUsageObjection.read() !== null,
});

const PAGE: CallParts = {
  fetch: sendRequest,
  facts: callerFacts,
  newRequestId: randomUuid,
  // Most deployments have no other origin: then nothing of this, nor of reading links, is in the first load.
  ...(__API_BASES__ === null ? {} : { base: apiBase }),
  sourceCode: __SITE_SOURCE_CODE__,
  onRefused: hearRefused,
  onToast: (toast) => showToast(toast, 'info'),
  // Seldom enough to be fetched when it happens.
  onMissing: (name) => void import('./missing-answer.ts').then(({ raiseMissing }) => raiseMissing(name)),
};

/** Calls our API, which is the page's own origin. */
export const call = createCall(PAGE);

/** For what first-paint.js may have asked already; no other call, least of all one that pays, can get an answer from there. */
export const callOrTakeOver = createCall({ ...PAGE, fetch: fetchOrTakeOver });

/** With another key than the one that is kept: one from a link, or one that is just being given up. */
export const callAs = (sessionKey: string, sender = sendRequest): Call =>
  createCall({ ...PAGE, fetch: sender, facts: () => ({ ...callerFacts(), sessionKey }) });
