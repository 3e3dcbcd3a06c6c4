import type { Account, AccountId, DisplayId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

interface AccountRow {
  id: number;
  display_id: string;
  nickname: string;
  icon_url: string | null;
  status: Account['status'];
  is_guest: boolean;
  source: Account['source'];
}

function accountOf(row: AccountRow | undefined): Account | null {
  if (!row) return null;
  return {
    id: row.id as AccountId,
    displayId: row.display_id as DisplayId,
    nickname: row.nickname,
    iconUrl: row.icon_url,
    status: row.status,
    isGuest: row.is_guest,
    source: row.source,
  };
}

export async function accountByDisplayId(db: Reader, displayId: DisplayId): Promise<Account | null> {
  const [row] = await db<AccountRow[]>`
    select id, display_id, nickname, icon_url, status, is_guest, source
    from accounts where display_id = ${displayId}`;
  return accountOf(row);
}

export async function accountById(db: Reader, id: AccountId): Promise<Account | null> {
  const [row] = await db<AccountRow[]>`
    select id, display_id, nickname, icon_url, status, is_guest, source
    from accounts where id = ${id}`;
  return accountOf(row);
}

export async function accountsByIds(db: Reader, ids: readonly AccountId[]): Promise<Account[]> {
  if (ids.length === 0) return [];
  const rows = await db<AccountRow[]>`
    select id, display_id, nickname, icon_url, status, is_guest, source
    from accounts where id = any(${[...ids]}::bigint[])`;
  return rows.map((row) => accountOf(row)).filter((account) => account !== null);
}

/** Only what was banned becomes normal: an account that was closed meanwhile stays closed. */
export async function unbanAccount(tx: Tx, id: AccountId): Promise<void> {
  await tx`update accounts set status = 'normal' where id = ${id} and status = 'banned'`;
}

/** An account that is closed in another way stays so. */
export async function banAccount(tx: Tx, id: AccountId): Promise<void> {
  await tx`update accounts set status = 'banned' where id = ${id} and status = 'normal'`;
}
