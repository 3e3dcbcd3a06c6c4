import type { FileHandle } from 'node:fs/promises';

/** A part of an MP4 or QuickTime file: its length, its name, its body. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The file does not follow its format. The upload is refused as `file-unreadable`. */
export class BrokenVideo extends Error {}

const BOXES_MAX = 20_000;
/** Only tables of timed data are read, a few bytes for each of its samples: more is hours of it, or a trap. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Reads boxes of one file, and no more than a real video has. */
export class BoxReader {
  readonly file: FileHandle;
  readonly size: number;
  #left = BOXES_MAX;
  #bytesLeft = BODY_BYTES_MAX;

  constructor(file: FileHandle, size: number) {
    this.file = file;
    this.size = size;
  }

  /** Throws where the bytes are no box that fits between here and the end of its parent. */
  async #boxAt(start: number, parentEnd: number): Promise<Box> {
    this.#left -= 1;
    if (this.#left < 0) throw new BrokenVideo('too many boxes');
    const head = Buffer.alloc(16);
    const { bytesRead } = await this.file.read(head, 0, 16, start);
    if (bytesRead < 8) throw new BrokenVideo('a box without a head');
    const short = head.readUInt32BE(0);
    const isLong = short === 1;
    if (isLong && bytesRead < 16) throw new BrokenVideo('a box without a length');
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short;
    const end = short === 0 ? parentEnd : start + length;
    const bodyStart = start + (isLong ? 16 : 8);
    if (end < bodyStart || end > parentEnd) throw new BrokenVideo('a box beyond its parent');
    return { type: head.toString('latin1', 4, 8), start, bodyStart, end };
  }

  async boxesIn({ start, end }: ByteRange): Promise<Box[]> {
    const boxes: Box[] = [];
    // Old QuickTime ends a list of boxes with four zero bytes.
    for (let at = start; end - at >= 8;) {
      const box = await this.#boxAt(at, end);
      boxes.push(box);
      at = box.end;
    }
    return boxes;
  }

  childrenOf(box: Box): Promise<Box[]> {
    return this.boxesIn({ start: box.bodyStart, end: box.end });
  }

  async bodyOf({ bodyStart, end }: Box): Promise<Buffer> {
    this.#bytesLeft -= end - bodyStart;
    if (this.#bytesLeft < 0) throw new BrokenVideo('an index that is too long');
    const body = Buffer.alloc(end - bodyStart);
    const { bytesRead } = await this.file.read(body, 0, body.length, bodyStart);
    if (bytesRead < body.length) throw new BrokenVideo('a body that is cut off');
    return body;
  }
}
