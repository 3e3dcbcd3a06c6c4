import { FILE_TYPES, isFileKey, type FileType } from '@jawhara/domain';
import type { StoredObject } from '../platform/object-store.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { fileOfDevice } from './upload.store.ts';

export interface FileRead extends StoredObject {
  readonly type: FileType;
  readonly name: string;
}

/** Only for the device that sent it: to anybody else it is not there. */
export async function readFile(
  { db, files }: Pick<FeedbackContext, 'db' | 'files'>,
  key: string,
  device: string,
): Promise<FileRead | null> {
  if (!isFileKey(key)) return null;
  const upload = await fileOfDevice(db, key, device);
  const stored = upload && (await files.get(key));
  if (!upload || !stored) return null;
  return { ...stored, type: upload.type, name: `${key}.${FILE_TYPES[upload.type].extension}` };
}
