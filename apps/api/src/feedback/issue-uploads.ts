import { createHash, createHmac } from 'node:crypto';
import type { UploadRequest, UploadTicket } from '@jawhara/contract';
import {
  checkFile,
  isWithinFileCount,
  LOOSE_FILE_LIVES_MS,
  type AccountId,
  type FileKey,
  type FilePurpose,
  type FileType,
} from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { deleteGone, insertUpload, takeLooseUploads } from './upload.store.ts';

/**
 * The content of an upload token, as processes of the previous release read it: this file of this device, of this size
 * and type, until this time.
 */
interface UploadClaims {
  readonly key: FileKey;
  readonly device: string;
  readonly bytes: number;
  readonly type: FileType;
  readonly expiresAtMs: number;
}

/**
 * Makes an upload token. Its row in the database decides what it permits; the signature is needed only by processes of
 * the previous release. The next release will issue random tokens, and UPLOAD_TOKEN_KEY will be removed.
 */
function signUploadToken(secret: Uint8Array, claims: UploadClaims): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`;
}

/** The digest of a token. The database stores nothing else of it. */
export function digestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Long enough to send a file over a slow line. */
export const UPLOAD_TOKEN_LIVES_MS = 10 * 60_000;

export interface UploadSender {
  readonly device: string;
  readonly accountId: AccountId | null;
}

export type UploadsIssued =
  | { readonly kind: 'issued'; readonly tickets: UploadTicket[] }
  | { readonly kind: 'files-too-many' | 'not-signed-in' };

/** A new key of a file: 160 random bits, written in letters only. */
function newKey(context: FeedbackContext, purpose: FilePurpose, day: string | null): FileKey {
  const name = Buffer.from(context.chance(20))
    .toString('hex')
    .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
  return [purpose, ...(day === null ? [] : [day]), name].join('-') as FileKey;
}

/** Each file is checked separately: one that is refused does not stop the others. */
export async function issueUploads(
  context: FeedbackContext,
  sender: UploadSender,
  request: UploadRequest,
): Promise<UploadsIssued> {
  if (!isWithinFileCount(request.files.length)) return { kind: 'files-too-many' };
  if (request.purpose === 'audit' && sender.accountId === null) return { kind: 'not-signed-in' };
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + UPLOAD_TOKEN_LIVES_MS);
  const day = request.needsDate ? createdAt.toISOString().slice(0, 10).replaceAll('-', '') : null;
  return inTransaction(context.db, async (tx) => {
    const tickets: UploadTicket[] = [];
    for (const { bytes, contentType } of request.files) {
      const checked = checkFile({ bytes, contentType });
      if (checked.kind !== 'fits') {
        tickets.push({ kind: 'refused', refusal: checked.kind });
        continue;
      }
      const file = {
        key: newKey(context, request.purpose, day),
        device: sender.device,
        bytes,
        type: checked.type,
      };
      const token = signUploadToken(context.tokenSecret, { ...file, expiresAtMs: expiresAt.getTime() });
      await insertUpload(tx, {
        ...file,
        tokenDigest: digestToken(token),
        purpose: request.purpose,
        accountId: sender.accountId,
        createdAt,
        expiresAt,
      });
      tickets.push({ kind: 'ticket', url: context.uploadUrl, token, key: file.key });
    }
    return { kind: 'issued', tickets };
  });
}

const BITE = 100;

/**
 * Deletes files that belong to no report: first they become unreadable, then the bytes are deleted, then the row. So an
 * interrupted run can be repeated safely.
 */
export async function forgetLooseUploads(
  { db, now, files }: Pick<FeedbackContext, 'db' | 'now' | 'files'>,
  bite = BITE,
): Promise<number> {
  const before = new Date(now().getTime() - LOOSE_FILE_LIVES_MS);
  let gone = 0;
  for (;;) {
    const keys = await inTransaction(db, (tx) => takeLooseUploads(tx, before, bite));
    for (const key of keys) await files.remove(key);
    await inTransaction(db, (tx) => deleteGone(tx, keys));
    gone += keys.length;
    if (keys.length < bite) return gone;
  }
}
