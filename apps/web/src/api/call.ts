import { clientId } from '../host/client-id.ts';
import { fetchOrTakeOver } from '../host/early-answer.ts';
import { packageName } from '../host/package-name.ts';
import { randomUuid } from '../host/random-id.ts';
import { storedLogin } from '../host/stored-login.ts';
import { storedUsageObjection } from '../host/stored-usage-objection.ts';
import { pageLocale } from '../words/page-locale.ts';
import type { CallerFacts } from './call-headers.ts';
import { createCall, type Call, type CallParts } from './create-call.ts';

/** Who asks from this page. */
export const callerFacts = (): CallerFacts => ({
  packageName: packageName(globalThis.location.href),
  clientId: clientId(),
  isInBridge: false,
  language: pageLocale(),
  sessionKey: storedLogin.read()?.sessionKey ?? null,
  objectsToUsage: storedUsageObjection.read() !== null,
});

const PAGE: CallParts = { facts: callerFacts, newRequestId: randomUuid };

/** Calls our API, which is the page's own origin. */
export const call = createCall(PAGE);

/** For what first-paint.js may have asked already; no other call, least of all one that pays, can get an answer from there. */
export const callOrTakeOver = createCall({ ...PAGE, fetch: fetchOrTakeOver });

/** With another key than the one that is kept: one from a link, or one that is just being given up. */
export const callAs = (sessionKey: string): Call =>
  createCall({ ...PAGE, facts: () => ({ ...callerFacts(), sessionKey }) });
