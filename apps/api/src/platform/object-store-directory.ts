import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileKey, type FileKey } from '@jawhara/domain';
import type { ObjectStore } from './object-store.ts';

/** A directory of this machine, for development and a single server. */
export function directoryObjectStore(directory: string): ObjectStore {
  const pathOf = (key: FileKey): string => {
    if (!isFileKey(key)) throw new Error('not a key of a file');
    return join(directory, key);
  };
  return {
    async put(key, path) {
      const target = pathOf(key);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await copyFile(path, `${target}.part`);
      await rename(`${target}.part`, target);
    },
    async get(key) {
      try {
        const file = await open(pathOf(key));
        const { size } = await file.stat();
        return { bytes: size, stream: file.createReadStream() };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
