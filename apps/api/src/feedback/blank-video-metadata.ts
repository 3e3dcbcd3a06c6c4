import { open, type FileHandle } from 'node:fs/promises';
import type { FileType } from '@jawhara/domain';
import { blankWebmMetadata } from './blank-webm-metadata.ts';

/** Phones write where a video was taken into these boxes; players need none of them. */
const TELLTALES = new Set(['udta', 'meta', 'uuid']);
const FAMILIES = new Set(['moov', 'trak']);
const BOXES_MAX = 10_000;

interface Box {
  readonly type: string;
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
}

/** Null where the bytes are no box that fits between here and the end of its parent. */
async function readBox(file: FileHandle, start: number, parentEnd: number): Promise<Box | null> {
  const head = Buffer.alloc(16);
  const { bytesRead } = await file.read(head, 0, 16, start);
  if (bytesRead < 8) return null;
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && bytesRead < 16) return null;
  const long = isLong ? Number(head.readBigUInt64BE(8)) : short;
  const end = short === 0 ? parentEnd : start + long;
  const bodyStart = start + (isLong ? 16 : 8);
  if (end < bodyStart || end > parentEnd) return null;
  return { type: head.toString('latin1', 4, 8), start, bodyStart, end };
}

/** Blanked where it stands, so that every offset in the file still holds. */
async function blank(file: FileHandle, box: Box): Promise<void> {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, box.start + 4);
  const zeros = Buffer.alloc(64 * 1024);
  for (let at = box.bodyStart; at < box.end; at += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, box.end - at), at);
  }
}

async function blankWithin(
  file: FileHandle,
  range: { readonly start: number; readonly end: number },
  budget: { left: number },
): Promise<boolean> {
  let at = range.start;
  while (at < range.end) {
    // Old QuickTime ends a list of boxes with four zero bytes.
    if (range.end - at < 8) return true;
    const box = await readBox(file, at, range.end);
    budget.left -= 1;
    if (!box || budget.left < 0) return false;
    if (TELLTALES.has(box.type)) await blank(file, box);
    else if (FAMILIES.has(box.type)) {
      if (!(await blankWithin(file, { start: box.bodyStart, end: box.end }, budget))) return false;
    }
    at = box.end;
  }
  return true;
}

/** False when the file is not built as its type says. */
export async function blankVideoMetadata(path: string, type: FileType): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    if (type === 'video/webm') return await blankWebmMetadata(file, size);
    return await blankWithin(file, { start: 0, end: size }, { left: BOXES_MAX });
  } finally {
    await file.close();
  }
}
