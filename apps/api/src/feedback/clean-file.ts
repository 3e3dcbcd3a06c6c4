import { FILE_TYPES, type FileType } from '@jawhara/domain';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { blankVideoMetadata } from './blank-video-metadata.ts';
import { pictureQueue } from './picture-queue.ts';

/** A phone's largest pictures have 50 million; a bomb has more. */
const PIXELS_MAX = 64_000_000;
/** All frames of a moving picture together. Each of them is drawn by itself: a pixel costs many times that of one that stands still. */
const MOVING_PIXELS_MAX = 16_000_000;
/** Enough to read a screen, and a bound on what is kept. */
const EDGE_PX_MAX = 4_096;
const REENCODE_S_MAX = 10;
/** The least that a moving picture may be compressed for the time it costs. */
const MOVING_EFFORT = 1;

// A picture takes one thread of its own and none of libvips', and none stays in memory.
sharp.concurrency(1);
sharp.cache(false);

/**
 * A picture that is drawn keeps one of libuv's four threads to its end, and host names, passwords and files wait for the same
 * four. So one is drawn at a time, and three threads are left to everybody else. A larger pool (UV_THREADPOOL_SIZE) would let
 * pictures take all cores instead; a process of its own would cost its memory and its start for what is sent a few times a day.
 * The bounds keep a picture's answer within the minute that a page waits for one.
 */
const drawings = pictureQueue({ waitingMax: 8, perSenderMax: 3, waitsMsMax: 30_000 });

/** Drawn anew from its pixels: what else was in the file (place, camera, comments, hidden parts) is not in the new one. */
async function redrawImage(from: string, to: string, type: FileType): Promise<boolean> {
  const isMoving = await hasFrames(from, type);
  const limitInputPixels = isMoving ? MOVING_PIXELS_MAX : PIXELS_MAX;
  const picture = sharp(from, { limitInputPixels, failOn: 'error', animated: isMoving })
    .autoOrient()
    .resize({ width: EDGE_PX_MAX, height: EDGE_PX_MAX, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: REENCODE_S_MAX });
  const effort = isMoving ? { effort: MOVING_EFFORT } : {};
  const drawn = {
    'image/jpeg': () => picture.jpeg({ quality: 85 }),
    'image/png': () => picture.png(),
    'image/webp': () => picture.webp({ quality: 85, ...effort }),
    'image/gif': () => picture.gif(effort),
  };
  if (!(type in drawn)) return false;
  await drawn[type as keyof typeof drawn]().toFile(to);
  return true;
}

async function hasFrames(path: string, type: FileType): Promise<boolean> {
  if (type !== 'image/gif' && type !== 'image/webp') return false;
  const { pages = 1 } = await sharp(path, { limitInputPixels: PIXELS_MAX }).metadata();
  return pages > 1;
}

/** False: broken, too large to unfold, or too slow to draw. No picture we can take. */
async function isRedrawn(from: string, to: string, type: FileType): Promise<boolean> {
  try {
    return await redrawImage(from, to, type);
  } catch {
    return false;
  }
}

async function typeOf(path: string): Promise<string | null> {
  try {
    return (await fileTypeFromFile(path))?.mime ?? null;
  } catch {
    // Its first bytes promise what its next ones break.
    return null;
  }
}

export type CleanFile =
  | { readonly kind: 'clean'; readonly path: string }
  /** Its content is not what was announced. */
  | { readonly kind: 'refused' }
  /** As many pictures wait as may. */
  | { readonly kind: 'busy' };

/** Whether a file of this type could be cleaned now, before its bytes are taken. */
export function mayBeCleaned(type: FileType, sender: string): boolean {
  return FILE_TYPES[type].kind === 'video' || drawings.hasPlace(sender);
}

/** The path of a file that is safe to keep. */
export async function cleanFile(path: string, announced: FileType, sender: string): Promise<CleanFile> {
  if ((await typeOf(path)) !== announced) return { kind: 'refused' };
  if (FILE_TYPES[announced].kind === 'video')
    return (await blankVideoMetadata(path, announced)) ? { kind: 'clean', path } : { kind: 'refused' };
  const redrawn = `${path}.clean`;
  const end = await drawings.run(sender, () => isRedrawn(path, redrawn, announced));
  if (end.kind === 'busy') return end;
  return end.value ? { kind: 'clean', path: redrawn } : { kind: 'refused' };
}
