import { clientId } from '../host/client-id.ts';
import { packageName } from '../host/package-name.ts';
import { randomUuid } from '../host/random-id.ts';
import { createCall, type RefusedCall } from './create-call.ts';

let onRefused: (call: RefusedCall) => void = () => undefined;

/** The one global handler of answers that are not result 0. */
export function handleRefusedCalls(handler: (call: RefusedCall) => void): void {
  onRefused = handler;
}

/** Calls our API, which is the page's own origin. */
export const call = createCall({
  fetch: (input, init) => globalThis.fetch(input, init),
  facts: () => ({
    packageName: packageName(globalThis.location.href),
    clientId: clientId(),
    isInBridge: false,
    language: 'ar',
  }),
  newRequestId: randomUuid,
  onRefused: (refused) => onRefused(refused),
});
