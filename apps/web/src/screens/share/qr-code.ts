/**
 * A QR code of one text, in bytes, with a seventh of it repairable (level M of ISO 18004, up to version 10): enough for an
 * address, and for a mark in its middle. Rows of dark (true) and light squares, without the quiet zone around them.
 */
export type QrCode = readonly (readonly boolean[])[];

interface Version {
  readonly size: number;
  /** How many bytes of each block repair it. */
  readonly repair: number;
  /** How many bytes of text each block carries. */
  readonly blocks: readonly number[];
  readonly centres: readonly number[];
}

/** By version: repair bytes of a block, then how many bytes its blocks carry. */
const LEVEL_M: readonly (readonly [repair: number, blocks: readonly number[], centres: readonly number[]])[] =
  [
    [10, [16], []],
    [16, [28], [6, 18]],
    [26, [44], [6, 22]],
    [18, [32, 32], [6, 26]],
    [24, [43, 43], [6, 30]],
    [16, [27, 27, 27, 27], [6, 34]],
    [18, [31, 31, 31, 31], [6, 22, 38]],
    [22, [38, 38, 39, 39], [6, 24, 42]],
    [22, [36, 36, 36, 37, 37], [6, 26, 46]],
    [26, [43, 43, 43, 43, 44], [6, 28, 50]],
  ];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** From version 10 on the length takes two bytes. */
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

function smallestFor(bytes: number): { number: number; version: Version } {
  const index = LEVEL_M.findIndex(([, blocks], at) => bytes * 8 + 4 + lengthBits(at + 1) <= sum(blocks) * 8);
  const row = LEVEL_M[index];
  if (row === undefined) throw new RangeError(`${bytes} bytes are too many for a QR code here`);
  const [repair, blocks, centres] = row;
  return { number: index + 1, version: { size: index * 4 + 21, repair, blocks, centres } };
}

/** In the field of 256 elements that QR codes count in. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

function divisorOf(degree: number): number[] {
  const divisor = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let at = 0; at < degree; at += 1)
      divisor[at] = times(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    root = times(root, 2);
  }
  return divisor;
}

/** The error correction bytes of a block: the remainder of its bytes. */
function repairOf(block: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, at) => (rest[at] = (rest[at] ?? 0) ^ times(coefficient, factor)));
  }
  return rest;
}

/** The text as bytes, filled up to what the version holds. */
function dataBytes(text: Uint8Array, number: number, capacity: number): number[] {
  const bits: number[] = [];
  const write = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  write(4, 4); // bytes follow
  write(text.length, lengthBits(number));
  for (const byte of text) write(byte, 8);
  write(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const bytes = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  for (let pad = 0xec; bytes.length < capacity; pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

/** All blocks with what repairs them, dealt out like cards. */
function codewords(data: readonly number[], { repair, blocks }: Version): number[] {
  const divisor = divisorOf(repair);
  let from = 0;
  const cut = blocks.map((length) => data.slice(from, (from += length)));
  const repairs = cut.map((block) => repairOf(block, divisor));
  const dealt = (hands: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...hands.map(({ length }) => length)) }, (_, at) =>
      hands.flatMap((hand) => hand[at] ?? []),
    ).flat();
  return [...dealt(cut), ...dealt(repairs)];
}

/** Bits that say of themselves whether they were read right. */
function guarded(value: number, bits: number, generator: number): number {
  let rest = value;
  for (let step = 0; step < bits; step += 1) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * generator);
  return (value << bits) | rest;
}

class Squares {
  readonly dark: boolean[][];
  /** Squares that belong to the frame of the code, not to its text. */
  readonly fixed: boolean[][];
  readonly size: number;

  constructor(number: number, version: Version) {
    this.size = version.size;
    const empty = (): boolean[][] =>
      Array.from({ length: this.size }, () => Array.from({ length: this.size }, () => false));
    this.dark = empty();
    this.fixed = empty();
    this.#drawFrame(version);
    if (number >= 7) this.#drawVersion(number);
    this.drawFormat(0);
  }

  set(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y];
    const fixed = this.fixed[y];
    if (row === undefined || fixed === undefined || x < 0 || x >= this.size) return;
    row[x] = isDark;
    fixed[x] = true;
  }

  #drawFrame({ centres }: Version): void {
    const { size } = this;
    for (let at = 0; at < size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.#drawEye(x, y, 4);
    const last = centres.length - 1;
    centres.forEach((x, column) =>
      centres.forEach((y, row) => {
        const isCorner =
          (column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0);
        if (!isCorner) this.#drawEye(x, y, 2);
      }),
    );
  }

  #drawEye(x: number, y: number, reach: number): void {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.set(x + dx, y + dy, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  }

  #drawVersion(number: number): void {
    const bits = guarded(number, 12, 0x1f25);
    for (let at = 0; at < 18; at += 1) {
      const isDark = ((bits >>> at) & 1) === 1;
      const near = Math.floor(at / 3);
      const far = this.size - 11 + (at % 3);
      this.set(far, near, isDark);
      this.set(near, far, isDark);
    }
  }

  /** Level and mask, twice, so that one of them may be lost. Level M is written as 0. */
  drawFormat(mask: number): void {
    const bits = guarded(mask, 10, 0x537) ^ 0x5412;
    const isDark = (at: number): boolean => ((bits >>> at) & 1) === 1;
    for (let at = 0; at < 15; at += 1) {
      // Row and column 6 belong to the frame.
      if (at < 8) this.set(8, at < 6 ? at : at + 1, isDark(at));
      else this.set(at === 8 ? 7 : 14 - at, 8, isDark(at));
      if (at < 8) this.set(this.size - 1 - at, 8, isDark(at));
      else this.set(8, this.size - 15 + at, isDark(at));
    }
    this.set(8, this.size - 8, true);
  }

  /** Up and down in pairs of columns, from the right, over everything that is not fixed. */
  write(bytes: readonly number[]): void {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const isUpward = ((right + 1) & 2) === 0;
        const y = isUpward ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]?.[x] === true) continue;
          const row = this.dark[y];
          if (row !== undefined) row[x] = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }

  turn(mask: number): void {
    const turns = MASKS[mask];
    this.dark.forEach((row, y) =>
      row.forEach((isDark, x) => {
        if (this.fixed[y]?.[x] !== true && turns?.(x, y) === true) row[x] = !isDark;
      }),
    );
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard it would be to read: long runs of one colour and squares of four. */
function hardness(dark: QrCode): number {
  let points = 0;
  const at = (x: number, y: number): boolean | undefined => dark[y]?.[x];
  for (let one = 0; one < dark.length; one += 1) {
    let [across, down] = [1, 1];
    for (let two = 1; two < dark.length; two += 1) {
      across = at(two, one) === at(two - 1, one) ? across + 1 : 1;
      down = at(one, two) === at(one, two - 1) ? down + 1 : 1;
      points += [across, down].filter((run) => run >= 5).length;
      const isSquare =
        at(one, two) === at(one + 1, two) &&
        at(one, two) === at(one, two - 1) &&
        at(one, two) === at(one + 1, two - 1);
      points += isSquare ? 3 : 0;
    }
  }
  return points;
}

/** A text of more than 213 bytes does not fit. */
export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const { number, version } = smallestFor(bytes.length);
  const written = codewords(dataBytes(bytes, number, sum(version.blocks)), version);
  const candidates = MASKS.map((_, mask) => {
    const squares = new Squares(number, version);
    squares.write(written);
    squares.turn(mask);
    squares.drawFormat(mask);
    return squares.dark;
  });
  return candidates.reduce((best, one) => (hardness(one) < hardness(best) ? one : best));
}
