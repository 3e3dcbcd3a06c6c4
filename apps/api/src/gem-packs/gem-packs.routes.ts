import { listGemPacks as listGemPacksCall } from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import { listGemPacks, type PayerHistory } from './list-gem-packs.ts';

export function gemPackRoutes(route: Route, deps: { db: Db; history: PayerHistory }): void {
  route(listGemPacksCall, async ({ request, caller }) =>
    answer(
      await listGemPacks(deps.db, deps.history, {
        recipientId: request.recipientId,
        device: caller.device,
        isLoggedIn: caller.accountId !== null,
      }),
    ),
  );
}
