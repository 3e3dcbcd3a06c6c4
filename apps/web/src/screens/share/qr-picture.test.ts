import { describe, expect, it } from 'vitest';
import { qrCode } from './qr-picture.tsx';

type QrCode = boolean[][];

/**
 * An independent QR reader, written from the standard: checks format bits, mask, path and blocks, and that nothing
 * needs repair. Per version: repair bytes of a block, blocks, bytes of text in all.
 */
const VERSIONS: Readonly<Record<number, readonly [repair: number, blocks: number, text: number]>> = {
  1: [10, 1, 16],
  2: [16, 1, 28],
  4: [18, 2, 64],
  5: [24, 2, 86],
  7: [18, 4, 124],
  9: [22, 5, 182],
  10: [26, 5, 216],
};
const ALIGNED: Readonly<Record<number, readonly number[]>> = {
  1: [],
  2: [6, 18],
  4: [6, 26],
  5: [6, 30],
  7: [6, 22, 38],
  9: [6, 26, 46],
  10: [6, 28, 50],
};
const LOG = Array.from({ length: 256 }, () => 0);
const EXP = Array.from({ length: 512 }, () => 0);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = value * 2 > 255 ? (value * 2) ^ 0x11d : value * 2;
}
const product = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : (EXP[(LOG[one] ?? 0) + (LOG[other] ?? 0)] ?? 0);
/** The syndromes of a block: all zero if it was written as the standard says. */
const syndromes = (block: readonly number[], repair: number): number[] =>
  Array.from({ length: repair }, (_, power) =>
    block.reduce((value, byte) => product(value, EXP[power] ?? 0) ^ byte, 0),
  );

function isOfFrame(version: number, size: number, x: number, y: number): boolean {
  const isNear = (at: number): boolean => at < 9;
  const isFar = (at: number): boolean => at >= size - 8;
  if (x === 6 || y === 6) return true;
  if ((isNear(x) && isNear(y)) || (isNear(x) && isFar(y)) || (isFar(x) && isNear(y))) return true;
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
  const centres = ALIGNED[version] ?? [];
  const last = centres.at(-1);
  return centres.some((cx) =>
    centres.some(
      (cy) =>
        Math.abs(x - cx) <= 2 &&
        Math.abs(y - cy) <= 2 &&
        !(cx === 6 && cy === 6) &&
        !(cx === 6 && cy === last) &&
        !(cx === last && cy === 6),
    ),
  );
}

const MASKED: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

function bytesOf(code: QrCode): number[] {
  const size = code.length;
  const version = (size - 17) / 4;
  const formatAt = [2, 3, 4].map((x) => (code[8]?.[x] ? 1 : 0));
  // Bits 12, 11 and 10 of the format are the mask; all 15 are XORed with 101010000010010.
  const mask = ((formatAt[0] ?? 0) ^ 1) * 4 + ((formatAt[1] ?? 0) ^ 0) * 2 + ((formatAt[2] ?? 0) ^ 1);
  const bits: number[] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isOfFrame(version, size, x, y)) continue;
        bits.push(code[y]?.[x] === MASKED[mask]?.(y, x) ? 0 : 1);
      }
    }
    isUp = !isUp;
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
}

function read(code: QrCode): string {
  const version = (code.length - 17) / 4;
  const [repair, count, textBytes] = VERSIONS[version] ?? [0, 0, 0];
  const all = bytesOf(code);
  const short = Math.floor(textBytes / count);
  const isLong = (block: number): boolean => block >= count - (textBytes % count);
  const blocks = Array.from({ length: count }, (_, block) => {
    const text = Array.from({ length: short }, (_unused, at) => all[at * count + block] ?? 0);
    const extra = isLong(block) ? [all[short * count + block - (count - (textBytes % count))] ?? 0] : [];
    const repairs = Array.from({ length: repair }, (_unused, at) => all[textBytes + at * count + block] ?? 0);
    return { text: [...text, ...extra], repairs };
  });
  for (const { text, repairs } of blocks)
    expect(syndromes([...text, ...repairs], repair)).toEqual(Array.from({ length: repair }, () => 0));
  const bits = blocks.flatMap(({ text }) => text.flatMap((byte) => [...byte.toString(2).padStart(8, '0')]));
  const number = (from: number, length: number): number =>
    Number.parseInt(bits.slice(from, from + length).join(''), 2);
  expect(number(0, 4)).toBe(4);
  const lengthBits = version < 10 ? 8 : 16;
  const bytes = Array.from({ length: number(4, lengthBits) }, (_, at) => number(4 + lengthBits + at * 8, 8));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

describe('a QR code', () => {
  it.each([
    ['a short text', 'جوهرة', 21],
    ['an invitation', 'https://pay.jawhara.example/share.html?info=8841206', 33],
    ['a text with Arabic', `https://pay.jawhara.example/share.html?from=${'دعوة'.repeat(3)}`, 37],
    ['a text with version bits', 'x'.repeat(115), 45],
    ['a text of uneven blocks', 'x'.repeat(180), 53],
    ['a text of the maximal length', 'x'.repeat(213), 57],
  ])('the QR code of %s is decoded to the same text, without error correction', (_what, text, size) => {
    const code = qrCode(text);
    expect(code).toHaveLength(size);
    expect(code.every((row) => row.length === size)).toBe(true);
    expect(read(code)).toBe(text);
  });

  it('a QR code has three finder patterns with a light border', () => {
    const code = qrCode('https://pay.jawhara.example/share.html?info=8841206');
    const far = code.length - 7;
    for (const [x, y] of [
      [0, 0],
      [far, 0],
      [0, far],
    ] as const)
      expect([code[y]?.[x], code[y + 1]?.[x + 1], code[y + 3]?.[x + 3]]).toEqual([true, false, true]);
    expect(code[7]?.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => false));
  });
});
