import type { AccountFace, AccountStatuses, JoinedRooms, PressedAccount } from '@jawhara/contract';
import { presenceSeen, statusSeen, type Account, type AccountId, type AccountSource } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import type { AccountAnswer, AccountDirectory } from './account-directory.ts';
import { accountsByIds, presenceOf } from './account.store.ts';
import { SIGN_IN_SOURCE } from './session-key.ts';

export function faceOf(account: Account): AccountFace {
  return {
    accountId: account.id,
    displayId: account.displayId,
    nickname: account.nickname,
    iconUrl: account.iconUrl,
  };
}

type NoAccount = Exclude<AccountAnswer, { kind: 'known' }>;

export type FaceRead = { readonly kind: 'known'; readonly face: AccountFace } | NoAccount;

/** If the account directory does not answer, the session does not end: its owner is asked to try again. */
export const SIGNED_IN_REFUSALS = {
  unknown: 'not-signed-in',
  'not-reachable': 'busy',
} as const satisfies Record<NoAccount['kind'], string>;

export async function readFace(accounts: AccountDirectory, id: AccountId): Promise<FaceRead> {
  const answer = await accounts.accountById(id);
  return answer.kind === 'known' ? { kind: 'known', face: faceOf(answer.account) } : answer;
}

export type PressedRead = { readonly kind: 'known'; readonly pressed: PressedAccount } | NoAccount;

export async function readPressed(
  { accounts, db }: { readonly accounts: AccountDirectory; readonly db: Db },
  id: AccountId,
  asking: AccountId | null,
): Promise<PressedRead> {
  const answer = await accounts.accountById(id);
  if (answer.kind !== 'known') return answer;
  const presence = await presenceOf(db, id);
  const facts = { ...presence, status: statusSeen(answer.account, SIGN_IN_SOURCE) };
  return { kind: 'known', pressed: { accountId: id, ...presenceSeen(facts, asking === id) } };
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
