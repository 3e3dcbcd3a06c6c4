import type { AccountFace, AccountStatuses, JoinedRooms, PressedAccount } from '@jawhara/contract';
import { presenceSeen, statusSeen, type Account, type AccountId, type AccountSource } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import { accountById, accountsByIds } from './account.store.ts';
import { presenceOf } from './presence.store.ts';
import { SIGN_IN_SOURCE } from './session-key.ts';

export function faceOf(account: Account): AccountFace {
  return {
    accountId: account.id,
    displayId: account.displayId,
    nickname: account.nickname,
    iconUrl: account.iconUrl,
  };
}

export async function readFace(db: Db, id: AccountId): Promise<AccountFace | null> {
  const account = await accountById(db, id);
  return account && faceOf(account);
}

export async function readPressed(
  db: Db,
  id: AccountId,
  asking: AccountId | null,
): Promise<PressedAccount | null> {
  const account = await accountById(db, id);
  if (!account) return null;
  const presence = await presenceOf(db, id);
  const facts = { ...presence, status: statusSeen(account, SIGN_IN_SOURCE) };
  return { accountId: id, ...presenceSeen(facts, asking === id) };
}

export async function readStatuses(
  db: Db,
  ids: readonly AccountId[],
  asking: AccountSource,
): Promise<AccountStatuses> {
  const found = new Map((await accountsByIds(db, ids)).map((account) => [account.id, account]));
  return new Map(ids.map((id) => [id, statusSeen(found.get(id) ?? null, asking)]));
}

export async function readRooms(db: Db, id: AccountId): Promise<JoinedRooms> {
  const { lastJoinedRoomId, ownRoomId } = await presenceOf(db, id);
  return { lastRoomId: lastJoinedRoomId, ownRoomId };
}
