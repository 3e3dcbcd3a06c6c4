import type { UploadRequest, UploadTicket } from '@jawhara/contract';
import {
  checkFile,
  isWithinFileCount,
  type AccountId,
  type FileKey,
  type FilePurpose,
} from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { insertUpload } from './upload.store.ts';
import { digestToken, signUploadToken } from './upload-token.ts';

/** Time to pick nothing else and send it over a slow line. */
export const UPLOAD_TOKEN_LIVES_MS = 10 * 60_000;

export interface UploadSender {
  readonly device: string;
  readonly accountId: AccountId | null;
}

export type UploadsIssued =
  | { readonly kind: 'issued'; readonly tickets: UploadTicket[] }
  | { readonly kind: 'files-too-many' | 'not-signed-in' };

/** 160 bits of chance, written in letters alone. */
function newKey(context: FeedbackContext, purpose: FilePurpose, day: string | null): FileKey {
  const name = Buffer.from(context.chance(20))
    .toString('hex')
    .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
  return [purpose, ...(day === null ? [] : [day]), name].join('-') as FileKey;
}

/** Each file is judged by itself: one that cannot be taken does not stop its neighbours. */
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
