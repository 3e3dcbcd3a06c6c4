import {
  readAccountStatuses,
  readJoinedRooms,
  readPressedAccount,
  readSignedInAccount,
} from '@jawhara/contract';
import { sharesOf } from '../guards/networks.ts';
import { answer, refuse } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import { readFace, readPressed, readRooms, readStatuses } from './read-account.ts';

export interface AccountDeps {
  readonly db: Db;
  readonly checks: RateLimit;
  readonly checksPerMinute: number;
}

export function accountRoutes(route: Route, { db, checks, checksPerMinute: most }: AccountDeps): void {
  const secondsToWait = (caller: Caller) =>
    checks.secondsToWait([{ who: `device:${caller.device}`, most }, ...sharesOf(caller.address, most)]);

  route(readSignedInAccount, async ({ caller: { accountId } }) => {
    const face = accountId && (await readFace(db, accountId));
    return face ? answer(face) : refuse('not-signed-in');
  });
  route(readJoinedRooms, async ({ caller: { accountId } }) =>
    accountId ? answer(await readRooms(db, accountId)) : refuse('not-signed-in'),
  );
  route(readPressedAccount, async ({ request, caller }) => {
    const retryAfterS = await secondsToWait(caller);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    const pressed = await readPressed(db, request.accountId);
    return pressed ? answer(pressed) : refuse('not-found');
  });
  route(readAccountStatuses, async ({ request, caller }) => {
    const retryAfterS = await secondsToWait(caller);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    return answer(await readStatuses(db, request.accountIds, request.asking));
  });
}
