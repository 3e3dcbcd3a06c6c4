import {
  findRecipient as findRecipientCall,
  listRecipientHistory,
  uploadRecipientHistory,
  wireRecipient,
} from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import { findRecipient } from './find-recipient.ts';
import { addToRecipientHistory, newFaces, readRecipientHistory } from './recipient-history.ts';

export function recipientRoutes(
  route: Route,
  deps: { db: Db; lookUps: RateLimit; lookUpsPerMinute: number },
): void {
  const { db, lookUps, lookUpsPerMinute: most } = deps;

  /** Otherwise these calls are a directory of everybody's name and face. */
  function secondsToWait(caller: Caller, faces: number): Promise<number | null> {
    const allowances = [`device:${caller.device}`, `address:${caller.address}`].map((who) => ({ who, most }));
    return lookUps.secondsToWait(allowances, faces);
  }

  route(findRecipientCall, async ({ request, caller }) => {
    const wait = await secondsToWait(caller, 1);
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    const found = await findRecipient(db, request.displayId);
    if (found.kind === 'found') return answer(found.recipient);
    return refuse(found.refusal, found.recipient ? { data: wireRecipient.write(found.recipient) } : {});
  });

  route(listRecipientHistory, async ({ request, caller }) =>
    answer(await readRecipientHistory(db, caller, request)),
  );

  route(uploadRecipientHistory, async ({ request, caller }) => {
    // Who is new on the list will be shown with a face: each counts as a look-up.
    const wait = await secondsToWait(caller, await newFaces(db, caller, request));
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    await addToRecipientHistory(db, caller, request);
    return answer({});
  });
}
