import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RefusalKind } from '@jawhara/contract';
import { FILE_TYPES, UPLOAD_RETRY_AFTER_S, type FileKey, type FileKind } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import { cleanFile, mayBeCleaned } from './clean-file.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { receiveFile, type Received } from './receive-file.ts';
import { beginUpload, endUpload, type Upload } from './upload.store.ts';
import { digestToken, readUploadToken } from './upload-token.ts';

export interface FileSent {
  readonly key: FileKey;
  readonly device: string;
  /** Null in the flavor without one: then the device alone is the proof. */
  readonly token: string | null;
  /** Null takes every kind. */
  readonly onlyKind: FileKind | null;
  readonly content: AsyncIterable<Uint8Array>;
}

export type UploadResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly refusal: RefusalKind; readonly retryAfterS?: number };

/** Nothing of these files is kept. */
const REFUSED_AS = {
  'too-long': 'file-too-large',
  'too-short': 'file-unreadable',
  empty: 'file-empty',
} as const satisfies Record<Exclude<Received['kind'], 'received' | 'broken'>, RefusalKind>;

function isOwnToken({ tokenSecret, now }: FeedbackContext, sent: FileSent): boolean {
  if (sent.token === null) return true;
  const claims = readUploadToken(tokenSecret, sent.token, now());
  return claims !== null && claims.key === sent.key && claims.device === sent.device;
}

async function keep(
  context: FeedbackContext,
  sent: FileSent,
  upload: Upload,
): Promise<UploadResult | 'broken' | 'busy'> {
  const directory = await mkdtemp(join(tmpdir(), 'jawhara-upload-'));
  try {
    const path = join(directory, 'file');
    const received = await receiveFile(sent.content, path, upload.bytes);
    if (received.kind === 'broken') return 'broken';
    if (received.kind !== 'received') return { kind: 'refused', refusal: REFUSED_AS[received.kind] };
    const clean = await cleanFile(path, upload.type, sent.device);
    if (clean.kind === 'busy') return 'busy';
    if (clean.kind === 'refused') return { kind: 'refused', refusal: 'file-unreadable' };
    await context.files.put(upload.key, clean.path, upload.type);
    const { size } = await stat(clean.path);
    await inTransaction(context.db, (tx) => endUpload(tx, upload.key, 'stored', size));
    return { kind: 'taken' };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A token is used up by a file that is kept or refused; a broken line, a full queue or a fault of ours gives it back. */
export async function takeUpload(context: FeedbackContext, sent: FileSent): Promise<UploadResult> {
  if (!isOwnToken(context, sent)) return { kind: 'refused', refusal: 'upload-void' };
  const { key, device, token, onlyKind } = sent;
  const claim = { key, device, tokenDigest: token === null ? null : digestToken(token), now: context.now() };
  const upload = await inTransaction(context.db, (tx) => beginUpload(tx, claim));
  if (!upload) return { kind: 'refused', refusal: 'upload-void' };
  const end = (state: 'refused' | 'issued') => inTransaction(context.db, (tx) => endUpload(tx, key, state));
  if (onlyKind !== null && FILE_TYPES[upload.type].kind !== onlyKind) {
    await end('issued');
    return { kind: 'refused', refusal: 'file-type-refused' };
  }
  const busy = async (): Promise<UploadResult> => {
    await end('issued');
    return { kind: 'refused', refusal: 'busy', retryAfterS: UPLOAD_RETRY_AFTER_S };
  };
  if (!mayBeCleaned(upload.type, device)) return busy();
  try {
    const kept = await keep(context, sent, upload);
    if (kept === 'busy') return await busy();
    if (kept === 'broken') {
      await end('issued');
      return { kind: 'refused', refusal: 'malformed' };
    }
    if (kept.kind === 'refused') await end('refused');
    return kept;
  } catch (error) {
    await end('issued');
    throw error;
  }
}
