import type { FileHandle } from 'node:fs/promises';

/** A box of an MP4 or QuickTime file: its length, its name, its body. */
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
/**
 * Only tables of timed metadata are read, which have a few bytes for each sample. A larger table belongs to a video of
 * many hours, or is an attack.
 */
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Reads the boxes of one file, at most as many as a real video has. */
export class BoxReader {
  readonly file: FileHandle;
  readonly size: number;
  #left = BOXES_MAX;
  #bytesLeft = BODY_BYTES_MAX;

  constructor(file: FileHandle, size: number) {
    this.file = file;
    this.size = size;
  }

  /** Throws if the bytes are not a box that fits into its parent. */
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

/** Version and flags precede the content of a table. */
const FLAGS_BYTES = 4;

class Table {
  readonly #body: Buffer;
  constructor(body: Buffer) {
    this.#body = body;
  }

  number(at: number): number {
    if (at + 4 > this.#body.length) throw new BrokenVideo('a table that is cut off');
    return this.#body.readUInt32BE(at);
  }

  long(at: number): number {
    return this.number(at) * 2 ** 32 + this.number(at + 4);
  }

  byte(at: number): number {
    const value = this.#body[at];
    if (value === undefined) throw new BrokenVideo('a table that is cut off');
    return value;
  }

  /** Checks the row count against the table's size before anything loops over it. */
  count(at: number, rowsAt: number, bitsPerRow: number): number {
    const count = this.number(at);
    if (rowsAt + (count * bitsPerRow) / 8 > this.#body.length) throw new BrokenVideo('a table that lies');
    return count;
  }
}

function chunkStarts(table: Table, isLong: boolean): number[] {
  const rowBytes = isLong ? 8 : 4;
  const rowsAt = FLAGS_BYTES + 4;
  const count = table.count(FLAGS_BYTES, rowsAt, rowBytes * 8);
  return Array.from({ length: count }, (_, n) =>
    isLong ? table.long(rowsAt + n * rowBytes) : table.number(rowsAt + n * rowBytes),
  );
}

/** The total size of a number of samples. */
type SizeOf = (first: number, count: number) => number;

function sizesOf(table: Table, type: string): SizeOf {
  const rowsAt = FLAGS_BYTES + 8;
  if (type === 'stsz') {
    const same = table.number(FLAGS_BYTES);
    if (same !== 0) return (_first, count) => same * count;
    const total = table.count(FLAGS_BYTES + 4, rowsAt, 32);
    return sumOf(total, (n) => table.number(rowsAt + n * 4));
  }
  const bits = table.byte(FLAGS_BYTES + 3);
  if (bits !== 4 && bits !== 8 && bits !== 16) throw new BrokenVideo('samples of no size');
  const total = table.count(FLAGS_BYTES + 4, rowsAt, bits);
  return sumOf(total, (n) => {
    if (bits === 16) return table.byte(rowsAt + n * 2) * 256 + table.byte(rowsAt + n * 2 + 1);
    if (bits === 8) return table.byte(rowsAt + n);
    const pair = table.byte(rowsAt + (n >> 1));
    return n % 2 === 0 ? pair >> 4 : pair & 15;
  });
}

function sumOf(total: number, size: (n: number) => number): SizeOf {
  return (first, count) => {
    if (first + count > total) throw new BrokenVideo('more samples than have a size');
    let bytes = 0;
    for (let n = first; n < first + count; n += 1) bytes += size(n);
    return bytes;
  };
}

/** The number of samples in each chunk. A row of the table applies from its chunk to the chunk of the next row. */
function samplesPerChunk(table: Table, chunks: number): number[] {
  const rowsAt = FLAGS_BYTES + 4;
  const rows = table.count(FLAGS_BYTES, rowsAt, 96);
  const counts: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const at = rowsAt + row * 12;
    const next = row + 1 < rows ? table.number(at + 12) : chunks + 1;
    if (table.number(at) !== counts.length + 1 || next <= counts.length || next > chunks + 1)
      throw new BrokenVideo('chunks out of order');
    while (counts.length + 1 < next) counts.push(table.number(at + 4));
  }
  if (counts.length < chunks) throw new BrokenVideo('chunks that hold nothing');
  return counts;
}

/** The byte ranges of a track's samples, from its sample table (`stbl`). */
export async function sampleRanges(reader: BoxReader, stbl: Box): Promise<ByteRange[]> {
  const boxes = new Map((await reader.childrenOf(stbl)).map((box) => [box.type, box]));
  const table = async (box: Box) => new Table(await reader.bodyOf(box));
  const offsets = boxes.get('co64') ?? boxes.get('stco');
  const sizes = boxes.get('stsz') ?? boxes.get('stz2');
  const perChunk = boxes.get('stsc');
  // A fragmented video has its tables elsewhere, and an empty track has no tables.
  if (offsets === undefined) return [];
  const starts = chunkStarts(await table(offsets), offsets.type === 'co64');
  if (starts.length === 0) return [];
  if (sizes === undefined || perChunk === undefined) throw new BrokenVideo('an index without its tables');
  const counts = samplesPerChunk(await table(perChunk), starts.length);
  const bytesOf = sizesOf(await table(sizes), sizes.type);
  let sample = 0;
  return starts.map((start, chunk) => {
    const count = counts[chunk] ?? 0;
    const end = start + bytesOf(sample, count);
    sample += count;
    return { start, end };
  });
}
