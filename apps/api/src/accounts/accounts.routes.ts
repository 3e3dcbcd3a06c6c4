import {
  readAccountStatuses,
  readJoinedRooms,
  readPressedAccount,
  readSignedInAccount,
} from '@jawhara/contract';
import type { AccountId } from '@jawhara/domain';
import type { LookupBudget } from '../guards/lookup-budget.ts';
import { answer, refuse } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import { readFace, readPressed, readRooms, readStatuses } from './read-account.ts';

export interface AccountDeps {
  readonly db: Db;
  /** Presence and bans are no directory: each id counts, not each call. */
  readonly statuses: LookupBudget;
}

export function accountRoutes(route: Route, { db, statuses }: AccountDeps): void {
  const secondsToWait = (caller: Caller, ids: readonly AccountId[]) => {
    const others = ids.filter((id) => id !== caller.accountId);
    return statuses.secondsToWait(caller, [...new Set(others)].map(String));
  };

  route(readSignedInAccount, async ({ caller: { accountId } }) => {
    const face = accountId && (await readFace(db, accountId));
    return face ? answer(face) : refuse('not-signed-in');
  });
  route(readJoinedRooms, async ({ caller: { accountId } }) =>
    accountId ? answer(await readRooms(db, accountId)) : refuse('not-signed-in'),
  );
  route(readPressedAccount, async ({ request, caller }) => {
    const retryAfterS = await secondsToWait(caller, [request.accountId]);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    const pressed = await readPressed(db, request.accountId, caller.accountId);
    return pressed ? answer(pressed) : refuse('not-found');
  });
  route(readAccountStatuses, async ({ request, caller }) => {
    const retryAfterS = await secondsToWait(caller, request.accountIds);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    return answer(await readStatuses(db, request.accountIds, request.asking));
  });
}
