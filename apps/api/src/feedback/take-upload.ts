import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RefusalKind } from '@jawhara/contract';
import {
  FILE_TYPES,
  isFileKey,
  UPLOAD_RETRY_AFTER_S,
  type FileKey,
  type FileKind,
  type FileType,
  type Owner,
} from '@jawhara/domain';
import type { StoredObject } from '../platform/object-store.ts';
import { inTransaction } from '../platform/postgres.ts';
import { cleanFile, mayBeCleaned } from './clean-file.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { digestToken } from './issue-uploads.ts';
import { beginUpload, endUpload, fileOfSender, type Upload } from './upload.store.ts';

export type Received =
  | { readonly kind: 'received' }
  | { readonly kind: 'broken' | 'too-long' | 'too-short' | 'empty' };

/**
 * Writes the body of a request to a file, at most as many bytes as were announced. The rest is read and dropped,
 * because many clients read the answer only after they have sent everything.
 */
async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  path: string,
  announcedBytes: number,
): Promise<Received> {
  const file = await open(path, 'wx', 0o600);
  const chunks = source[Symbol.asyncIterator]();
  try {
    let bytes = 0;
    for (;;) {
      let next: IteratorResult<Uint8Array>;
      try {
        next = await chunks.next();
      } catch {
        return { kind: 'broken' };
      }
      if (next.done) break;
      bytes += next.value.byteLength;
      if (bytes <= announcedBytes) await file.writeFile(next.value);
    }
    if (bytes === 0) return { kind: 'empty' };
    if (bytes > announcedBytes) return { kind: 'too-long' };
    return bytes < announcedBytes ? { kind: 'too-short' } : { kind: 'received' };
  } finally {
    await file.close();
  }
}

export interface FileSent {
  readonly key: FileKey;
  readonly device: string;
  /** Null in the form of the call that has no token: then only the device proves that the file may be sent. */
  readonly token: string | null;
  /** The only kind of file that is accepted; null accepts every kind. */
  readonly onlyKind: FileKind | null;
  readonly content: AsyncIterable<Uint8Array>;
}

export type UploadResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly refusal: RefusalKind; readonly retryAfterS?: number };

/** The refusal for each result with which a file is not stored. */
const REFUSED_AS = {
  'too-long': 'file-too-large',
  'too-short': 'file-unreadable',
  empty: 'file-empty',
} as const satisfies Record<Exclude<Received['kind'], 'received' | 'broken'>, RefusalKind>;

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

/**
 * Receives a file. Its token is used up when the file is stored or refused. After a lost connection, a full queue or a
 * fault of the server the token can be used again.
 */
export async function takeUpload(context: FeedbackContext, sent: FileSent): Promise<UploadResult> {
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
    const uploadResult = await keep(context, sent, upload);
    if (uploadResult === 'busy') return await busy();
    if (uploadResult === 'broken') {
      await end('issued');
      return { kind: 'refused', refusal: 'malformed' };
    }
    if (uploadResult.kind === 'refused') await end('refused');
    return uploadResult;
  } catch (error) {
    await end('issued');
    throw error;
  }
}

export interface FileRead extends StoredObject {
  readonly type: FileType;
  readonly name: string;
}

/** Returns a file to its sender only: for every other caller the file does not exist. */
export async function readFile(
  { db, files }: Pick<FeedbackContext, 'db' | 'files'>,
  key: string,
  sender: Owner,
): Promise<FileRead | null> {
  if (!isFileKey(key)) return null;
  const upload = await fileOfSender(db, key, sender);
  const stored = upload && (await files.get(key));
  if (!upload || !stored) return null;
  return { ...stored, type: upload.type, name: `${key}.${FILE_TYPES[upload.type].extension}` };
}
