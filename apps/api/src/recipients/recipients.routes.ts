import { findRecipient as findRecipientCall, wireRecipient } from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import { findRecipient } from './find-recipient.ts';

export function recipientRoutes(
  route: Route,
  deps: { db: Db; lookUps: RateLimit; lookUpsPerMinute: number },
): void {
  route(findRecipientCall, async ({ request, caller }) => {
    // Otherwise this call is a directory of everybody's name and face.
    const who = [`device:${caller.device}`, `address:${caller.address}`];
    const wait = await deps.lookUps.secondsToWait(who, deps.lookUpsPerMinute);
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    const found = await findRecipient(deps.db, request.displayId);
    if (found.kind === 'found') return answer(found.recipient);
    return refuse(found.refusal, found.recipient ? { data: wireRecipient.write(found.recipient) } : {});
  });
}
