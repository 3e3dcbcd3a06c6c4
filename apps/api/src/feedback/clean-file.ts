import { FILE_TYPES, type FileType } from '@jawhara/domain';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { blankVideoMetadata } from './blank-video-metadata.ts';

/** A phone's largest pictures have 50 million; a bomb has more. All frames of a moving picture count together. */
const PIXELS_MAX = 64_000_000;
/** Enough to read a screen, and a bound on what is kept. */
const EDGE_PX_MAX = 4_096;
const REENCODE_S_MAX = 20;

// Two cores serve everybody: one picture takes one thread, and no picture stays in memory.
sharp.concurrency(1);
sharp.cache(false);

/** Drawn anew from its pixels: what else was in the file (place, camera, comments, hidden parts) is not in the new one. */
async function redrawImage(from: string, to: string, type: FileType): Promise<boolean> {
  const isMoving = type === 'image/gif' || type === 'image/webp';
  const picture = sharp(from, { limitInputPixels: PIXELS_MAX, failOn: 'error', animated: isMoving })
    .autoOrient()
    .resize({ width: EDGE_PX_MAX, height: EDGE_PX_MAX, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: REENCODE_S_MAX });
  const drawn = {
    'image/jpeg': () => picture.jpeg({ quality: 85 }),
    'image/png': () => picture.png(),
    'image/webp': () => picture.webp({ quality: 85 }),
    'image/gif': () => picture.gif(),
  };
  if (!(type in drawn)) return false;
  try {
    await drawn[type as keyof typeof drawn]().toFile(to);
    return true;
  } catch {
    // Broken, too large to unfold, or too slow to draw: no picture we can take.
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

/** The path of a file that is safe to keep, or null when its content is not what was announced. */
export async function cleanFile(path: string, announced: FileType): Promise<string | null> {
  if ((await typeOf(path)) !== announced) return null;
  if (FILE_TYPES[announced].kind === 'video') {
    return (await blankVideoMetadata(path, announced)) ? path : null;
  }
  const redrawn = `${path}.clean`;
  return (await redrawImage(path, redrawn, announced)) ? redrawn : null;
}
