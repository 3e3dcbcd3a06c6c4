import { open } from 'node:fs/promises';
import type { FileType } from '@jawhara/domain';
import { blankWebmMetadata } from './blank-webm-metadata.ts';
import { cleanMp4 } from './clean-mp4.ts';

/** False when the file is not built as its type says. */
export async function blankVideoMetadata(path: string, type: FileType): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    return type === 'video/webm' ? await blankWebmMetadata(file, size) : await cleanMp4(file, size);
  } finally {
    await file.close();
  }
}
