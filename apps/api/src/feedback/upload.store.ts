import type { AccountId, FileKey, FilePurpose, FileType, Owner } from '@jawhara/domain';
import { whereOwnedBy } from '../platform/owner-clause.ts';
import type { Reader, Tx } from '../platform/postgres.ts';

export interface NewUpload {
  readonly key: FileKey;
  readonly tokenDigest: Buffer;
  readonly purpose: FilePurpose;
  readonly device: string;
  readonly accountId: AccountId | null;
  readonly type: FileType;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Upload {
  readonly key: FileKey;
  readonly type: FileType;
  readonly bytes: number;
}

interface UploadRow {
  key: FileKey;
  content_type: FileType;
  bytes: number;
}

function uploadOf(row: UploadRow): Upload {
  return { key: row.key, type: row.content_type, bytes: row.bytes };
}

export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx`
    insert into uploads (key, token_digest, purpose, device, account_id, content_type, bytes, state, created_at, expires_at)
    values (${upload.key}, ${upload.tokenDigest}, ${upload.purpose}, ${upload.device}, ${upload.accountId},
      ${upload.type}, ${upload.bytes}, 'issued', ${upload.createdAt}, ${upload.expiresAt})`;
}

/**
 * Starts an upload. Null if it was started or ended before, belongs to another device, or is too old. If a token is
 * given, it must match.
 */
export async function beginUpload(
  tx: Tx,
  claim: {
    readonly key: FileKey;
    readonly device: string;
    readonly tokenDigest: Buffer | null;
    readonly now: Date;
  },
): Promise<Upload | null> {
  const [row] = await tx<UploadRow[]>`
    update uploads set state = 'receiving'
    where key = ${claim.key} and device = ${claim.device} and state = 'issued' and expires_at > ${claim.now}
      ${claim.tokenDigest === null ? tx`` : tx`and token_digest = ${claim.tokenDigest}`}
    returning key, content_type, bytes`;
  return row ? uploadOf(row) : null;
}

/** Ends an upload. `issued`: the connection broke or the server failed, so the token can be used again. */
export async function endUpload(
  tx: Tx,
  key: FileKey,
  state: 'stored' | 'refused' | 'issued',
  bytes: number | null = null,
): Promise<void> {
  await tx`
    update uploads set state = ${state}, bytes = coalesce(${bytes}, bytes)
    where key = ${key} and state = 'receiving'`;
}

function sentBy(db: Reader, sender: Owner) {
  return whereOwnedBy(db, { device: db`device`, account: db`account_id` }, sender);
}

/** Counts those of the sender's files that may be attached to a report and belong to none yet, and locks their rows. */
export async function lockLooseFiles(tx: Tx, keys: readonly FileKey[], sender: Owner): Promise<number> {
  const rows = await tx`
    select key from uploads
    where key = any(${keys as FileKey[]}) and ${sentBy(tx, sender)} and state = 'stored' and purpose = 'feedback'
    order by key for update`;
  return rows.length;
}

export async function markAttached(tx: Tx, keys: readonly FileKey[]): Promise<void> {
  await tx`update uploads set state = 'attached' where key = any(${keys as FileKey[]}) and state = 'stored'`;
}

/** A file with the fields that its sender may see. */
export async function fileOfSender(db: Reader, key: FileKey, sender: Owner): Promise<Upload | null> {
  const [row] = await db<UploadRow[]>`
    select key, content_type, bytes from uploads
    where key = ${key} and ${sentBy(db, sender)} and state in ('stored', 'attached')`;
  return row ? uploadOf(row) : null;
}

/**
 * Makes old files that belong to no report unreadable, and returns them together with files that were already marked
 * for deletion. Proof files are left out: they wait for a review.
 */
export async function takeLooseUploads(tx: Tx, before: Date, most: number): Promise<FileKey[]> {
  const rows = await tx<{ key: FileKey }[]>`
    update uploads set state = 'going' where key = any(array(
      select key from uploads
      where state <> 'attached' and (created_at < ${before} or state = 'going') and not (purpose = 'audit' and state = 'stored')
      order by created_at limit ${most} for update skip locked))
    returning key`;
  return rows.map((row) => row.key);
}

/** Makes the files of deleted reports unreadable. The job that deletes unused files then deletes their bytes and their rows. */
export async function releaseUploads(tx: Tx, keys: readonly FileKey[]): Promise<void> {
  await tx`update uploads set state = 'going' where key = any(${keys as FileKey[]}) and state <> 'going'`;
}

/** Like releaseUploads, for the sender's other files: proofs and files that belong to no report. */
export async function releaseUploadsOf(
  tx: Tx,
  { accountId }: Owner,
  devices: readonly string[],
): Promise<number> {
  const { count } = await tx`
    update uploads set state = 'going'
    where device = any(${[...devices]}) and account_id is not distinct from ${accountId} and state <> 'going'`;
  return count;
}

/** Makes proof files uploaded before this time unreadable; the job that deletes unused files then deletes them. */
export async function releaseProofs(tx: Tx, before: Date, most: number): Promise<number> {
  const { count } = await tx`
    update uploads set state = 'going' where key = any(array(
      select key from uploads
      where purpose = 'audit' and state = 'stored' and created_at < ${before}
      order by created_at limit ${most} for update skip locked))`;
  return count;
}

export async function deleteGone(tx: Tx, keys: readonly FileKey[]): Promise<void> {
  await tx`delete from uploads where key = any(${keys as FileKey[]}) and state = 'going'`;
}
