import { BrokenVideo, type Box, type BoxReader, type ByteRange } from './mp4-box.ts';

/** Version and flags come before what a table holds. */
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

  /** Refused before anybody counts to it: each row takes at least so many bytes of the table. */
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

/** How long the next samples are together. */
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

/** How many samples each chunk holds: a row holds from its chunk on, until the next row. */
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

/** Where in the file the samples of a track lie, by its table of samples (`stbl`). */
export async function sampleRanges(reader: BoxReader, stbl: Box): Promise<ByteRange[]> {
  const boxes = new Map((await reader.childrenOf(stbl)).map((box) => [box.type, box]));
  const table = async (box: Box) => new Table(await reader.bodyOf(box));
  const offsets = boxes.get('co64') ?? boxes.get('stco');
  const sizes = boxes.get('stsz') ?? boxes.get('stz2');
  const perChunk = boxes.get('stsc');
  // A fragmented video has its tables elsewhere, and an empty track needs none.
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
