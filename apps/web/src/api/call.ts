import { clientId } from '../host/client-id.ts';
import { packageName } from '../host/package-name.ts';
import { randomUuid } from '../host/random-id.ts';
import { storedSessionKey } from '../host/stored-session-key.ts';
import { createCall } from './create-call.ts';

/** Calls our API, which is the page's own origin. */
export const call = createCall({
  fetch: (input, init) => globalThis.fetch(input, init),
  facts: () => ({
    packageName: packageName(globalThis.location.href),
    clientId: clientId(),
    isInBridge: false,
    language: 'ar',
    sessionKey: storedSessionKey.read(),
  }),
  newRequestId: randomUuid,
});
