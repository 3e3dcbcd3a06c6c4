import type { Readable } from 'node:stream';
import type { FileKey, FileType } from '@jawhara/domain';

export interface StoredObject {
  readonly bytes: number;
  readonly stream: Readable;
}

/** Where files lie. Whether somebody may have one is not its business. */
export interface ObjectStore {
  /** Whole or not at all: a reader never sees half a file. */
  put(key: FileKey, path: string, type: FileType): Promise<void>;
  get(key: FileKey): Promise<StoredObject | null>;
  /** Removing a file that is gone already does nothing. */
  remove(key: FileKey): Promise<void>;
}
