import type { Account, AccountId, AccountStatus, DisplayId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** A row of the table of accounts. The database may also return it as JSON: no value changes its type there. */
export interface AccountRow {
  id: number;
  display_id: string;
  nickname: string;
  icon_url: string | null;
  status: Account['status'];
  is_guest: boolean;
  source: Account['source'];
}

export function accountIn(row: AccountRow): Account {
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

const accountOf = (row: AccountRow | undefined): Account | null => (row ? accountIn(row) : null);

/**
 * [FIN-03] The status of an account now. A ban with an end date no longer applies after that date, even before the
 * worker has ended it. Any other account has the status of its row, because the app may ban an account without a stored
 * ban.
 */
function statusByTime(db: Reader) {
  return db`case when status = 'banned' and has_only_ended_bans(id) then 'normal' else status end as status`;
}

export async function accountByDisplayId(db: Reader, displayId: DisplayId): Promise<Account | null> {
  const [row] = await db<AccountRow[]>`
    select id, display_id, nickname, icon_url, ${statusByTime(db)}, is_guest, source
    from accounts where display_id = ${displayId}`;
  return accountOf(row);
}

export async function accountById(db: Reader, id: AccountId): Promise<Account | null> {
  const [row] = await db<AccountRow[]>`
    select id, display_id, nickname, icon_url, ${statusByTime(db)}, is_guest, source
    from accounts where id = ${id}`;
  return accountOf(row);
}

/** The recipient's row as JSON, as a part of a statement about an order. */
export function accountOfOrder(db: Reader) {
  return db`(select row_to_json(a) from (
    select id, display_id, nickname, icon_url, ${statusByTime(db)}, is_guest, source
    from accounts where accounts.id = orders.recipient_account_id) a)`;
}

export async function accountsByIds(db: Reader, ids: readonly AccountId[]): Promise<Account[]> {
  if (ids.length === 0) return [];
  const rows = await db<AccountRow[]>`
    select id, display_id, nickname, icon_url, ${statusByTime(db)}, is_guest, source
    from accounts where id = any(${[...ids]}::bigint[])`;
  return rows.map((row) => accountOf(row)).filter((account) => account !== null);
}

/**
 * Locks the account, so that only one transaction at a time changes its bans. Transactions that only refer to the
 * account need not wait.
 */
export async function lockAccount(tx: Tx, id: AccountId): Promise<AccountStatus | null> {
  const [row] = await tx<{ status: AccountStatus }[]>`
    select status from accounts where id = ${id} for no key update`;
  return row?.status ?? null;
}

/** Makes a banned account normal. An account that was closed meanwhile stays closed. */
export async function unbanAccount(tx: Tx, id: AccountId): Promise<void> {
  await tx`update accounts set status = 'normal' where id = ${id} and status = 'banned'`;
}

/** Bans a normal account. An account that is closed for another reason stays as it is. */
export async function banAccount(tx: Tx, id: AccountId): Promise<void> {
  await tx`update accounts set status = 'banned' where id = ${id} and status = 'normal'`;
}

/**
 * Stores accounts as the app reports them; unchanged ones are not written. A banned account stays banned, because an
 * import must not end a ban.
 */
export async function putAccounts(
  tx: Tx,
  accounts: readonly Account[],
): Promise<{ readonly fresh: number; readonly changed: number }> {
  const rows = await tx<{ is_fresh: boolean }[]>`
    insert into accounts as known (id, display_id, nickname, icon_url, status, is_guest, source)
    select id, display_id, nickname, icon_url, status, is_guest, source from jsonb_to_recordset(${tx.json(
      accounts.map(({ id, displayId, nickname, iconUrl, status, isGuest, source }) => ({
        id,
        display_id: displayId,
        nickname,
        icon_url: iconUrl,
        status,
        is_guest: isGuest,
        source,
      })),
    )}) as given (id bigint, display_id text, nickname text, icon_url text, status text, is_guest boolean, source text)
    on conflict (id) do update set display_id = excluded.display_id, nickname = excluded.nickname,
      icon_url = excluded.icon_url, is_guest = excluded.is_guest, source = excluded.source,
      status = case when known.status = 'banned' then known.status else excluded.status end
    where (known.display_id, known.nickname, known.icon_url, known.is_guest, known.source, known.status) is distinct from
      (excluded.display_id, excluded.nickname, excluded.icon_url, excluded.is_guest, excluded.source,
        case when known.status = 'banned' then known.status else excluded.status end)
    returning xmax = 0 as is_fresh`;
  const fresh = rows.filter((row) => row.is_fresh).length;
  return { fresh, changed: rows.length - fresh };
}

export interface Presence {
  readonly isStreamer: boolean;
  readonly isInvisible: boolean;
  readonly isOnline: boolean;
  readonly liveRoomId: number | null;
  readonly ownRoomId: number | null;
  readonly lastJoinedRoomId: number | null;
}

const NEVER_SEEN: Presence = {
  isStreamer: false,
  isInvisible: false,
  isOnline: false,
  liveRoomId: null,
  ownRoomId: null,
  lastJoinedRoomId: null,
};

interface PresenceRow {
  is_streamer: boolean;
  is_invisible: boolean;
  is_online: boolean;
  live_room_id: number | null;
  own_room_id: number | null;
  last_joined_room_id: number | null;
}

export async function presenceOf(db: Reader, accountId: AccountId): Promise<Presence> {
  const [row] = await db<PresenceRow[]>`
    select is_streamer, is_invisible, is_online, live_room_id, own_room_id, last_joined_room_id
    from account_presence where account_id = ${accountId}`;
  if (!row) return NEVER_SEEN;
  return {
    isStreamer: row.is_streamer,
    isInvisible: row.is_invisible,
    isOnline: row.is_online,
    liveRoomId: row.live_room_id,
    ownRoomId: row.own_room_id,
    lastJoinedRoomId: row.last_joined_room_id,
  };
}

/** More devices than any person has. The limit stops a stranger with one login and many cookies from filling the table. */
const DEVICES_MAX = 1_000;

export interface DeviceOfAccount {
  readonly accountId: AccountId;
  readonly device: string;
}

/**
 * Stores that the account was signed in on the device. The row stays after the login has ended, because it is needed
 * when a payment is charged back months later.
 */
export async function rememberDevice(
  tx: Tx,
  { accountId, device }: DeviceOfAccount,
  at: Date,
): Promise<void> {
  await tx`
    insert into account_devices (account_id, device, first_seen)
    select ${accountId}, ${device}, ${at}
    where (select count(*) from account_devices where account_id = ${accountId}) < ${DEVICES_MAX}
    on conflict do nothing`;
}

export async function hasBeenOn(db: Reader, { accountId, device }: DeviceOfAccount): Promise<boolean> {
  const rows = await db`
    select from account_devices where account_id = ${accountId} and device = ${device}`;
  return rows.length > 0;
}

/** Whether the device was signed in to the account before. The account is found by its display id, as a login has it. */
export async function hasSignedInOn(db: Reader, displayId: DisplayId, device: string): Promise<boolean> {
  const rows = await db`
    select from accounts a join account_devices d on d.account_id = a.id
    where a.display_id = ${displayId} and d.device = ${device}`;
  return rows.length > 0;
}

/** Deletes the rows of all devices on which the account was signed in, and returns these devices. */
export async function deleteDevicesOf(tx: Tx, accountId: AccountId): Promise<string[]> {
  const rows = await tx<{ device: string }[]>`
    delete from account_devices where account_id = ${accountId} returning device`;
  return rows.map(({ device }) => device);
}

/**
 * Erases the personal data of the account's row. The row itself stays, because the ledger refers to it. Its display id
 * becomes the account id padded with zeros to twenty digits, which is no valid display id.
 */
export async function eraseFacts(tx: Tx, accountId: AccountId): Promise<void> {
  await tx`
    update accounts set display_id = lpad(id::text, 20, '0'), nickname = '', icon_url = null, status = 'deactivated'
    where id = ${accountId}`;
}

/** Deletes the app's rows of an account and the telemetry of these devices; returns the number of deleted telemetry rows. */
export async function eraseAppRows(
  tx: Tx,
  accountId: AccountId | null,
  devices: readonly string[],
): Promise<number> {
  const [row] = await tx<{ deleted: number }[]>`
    select erase_person(${accountId}, ${[...devices]}) as deleted`;
  return row?.deleted ?? 0;
}
