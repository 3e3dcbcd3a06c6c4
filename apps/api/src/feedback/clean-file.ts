import { FILE_TYPES, type FileType } from '@jawhara/domain';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { blankVideoMetadata } from './blank-video-metadata.ts';

type QueueEnd<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** The queue was full or the wait too long; a later try may succeed. */
  | { readonly kind: 'busy' };

interface PictureQueue {
  /** Whether a picture of this sender would be queued now. It is checked before the bytes of the picture are received. */
  hasPlace(sender: string): boolean;
  run<Value>(sender: string, work: () => Promise<Value>): Promise<QueueEnd<Value>>;
}

interface QueueBounds {
  readonly waitingMax: number;
  /** The most pictures of one sender in the queue, the one being encoded included, so that a single sender cannot fill it. */
  readonly perSenderMax: number;
  /** The longest wait in the queue. Clients give up after about as long. */
  readonly waitsMsMax: number;
}

interface Waiting {
  readonly sender: string;
  readonly begin: () => void;
}

/** Runs one picture at a time, in order of arrival. */
export function pictureQueue({ waitingMax, perSenderMax, waitsMsMax }: QueueBounds): PictureQueue {
  const waiting: Waiting[] = [];
  let working: string | null = null;

  function hasPlace(sender: string): boolean {
    if (working === null) return true;
    const own = waiting.filter((one) => one.sender === sender).length + (working === sender ? 1 : 0);
    return waiting.length < waitingMax && own < perSenderMax;
  }

  /** Resolves when the picture's turn comes; false if it did not come in time. */
  function turnOf(sender: string): Promise<boolean> {
    return new Promise((tell) => {
      const leave = setTimeout(() => {
        waiting.splice(waiting.indexOf(own), 1);
        tell(false);
      }, waitsMsMax);
      const begin = (): void => {
        clearTimeout(leave);
        tell(true);
      };
      const own = { sender, begin };
      waiting.push(own);
    });
  }

  function goOn(): void {
    const next = waiting.shift();
    working = next?.sender ?? null;
    next?.begin();
  }

  return {
    hasPlace,
    async run(sender, work) {
      if (!hasPlace(sender)) return { kind: 'busy' };
      if (working === null) working = sender;
      else if (!(await turnOf(sender))) return { kind: 'busy' };
      try {
        return { kind: 'done', value: await work() };
      } finally {
        goOn();
      }
    },
  };
}

/** The largest phone pictures have 50 million pixels; a decompression bomb has more. */
const PIXELS_MAX = 64_000_000;
/**
 * The most pixels of all frames of an animation together. They are fewer than for a still picture, because every frame
 * is encoded.
 */
const MOVING_PIXELS_MAX = 16_000_000;
/** The longest edge of a stored picture: large enough to read a screenshot, and small enough to limit storage. */
const EDGE_PX_MAX = 4_096;
const REENCODE_S_MAX = 10;
/** The lowest compression effort, because animations are slow to encode. */
const MOVING_EFFORT = 1;

// Each picture is encoded by one thread, and libvips caches nothing.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Encoding a picture occupies one of libuv's four threads, which DNS, password hashes and files need too. So only one
 * picture is encoded at a time. A larger pool (UV_THREADPOOL_SIZE) would let pictures take all cores, and a process of
 * its own would cost memory and a start for a few pictures a day. With these limits the answer comes within the minute
 * that a page waits for it.
 */
const drawings = pictureQueue({ waitingMax: 8, perSenderMax: 3, waitsMsMax: 30_000 });

/** Encodes the pixels anew, so that no metadata (place, camera, comments, hidden parts) is in the new file. */
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

/** False if the picture is broken, too large, or too slow to encode. */
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
    // The file begins like its type, but the rest of it is malformed.
    return null;
  }
}

type CleanFile =
  | { readonly kind: 'clean'; readonly path: string }
  /** The file is not of the announced type, malformed, or too large to clean. */
  | { readonly kind: 'refused' }
  /** The queue of pictures was full, or the wait in it was too long. */
  | { readonly kind: 'busy' };

/** Whether a file of this type could be cleaned now. It is checked before the bytes of the file are received. */
export function mayBeCleaned(type: FileType, sender: string): boolean {
  return FILE_TYPES[type].kind === 'video' || drawings.hasPlace(sender);
}

/** Removes personal data from a file and returns the path of the result, which is safe to store. */
export async function cleanFile(path: string, announced: FileType, sender: string): Promise<CleanFile> {
  if ((await typeOf(path)) !== announced) return { kind: 'refused' };
  if (FILE_TYPES[announced].kind === 'video')
    return (await blankVideoMetadata(path, announced)) ? { kind: 'clean', path } : { kind: 'refused' };
  const redrawn = `${path}.clean`;
  const end = await drawings.run(sender, () => isRedrawn(path, redrawn, announced));
  if (end.kind === 'busy') return end;
  return end.value ? { kind: 'clean', path: redrawn } : { kind: 'refused' };
}
