import { open, type FileHandle } from 'node:fs/promises';
import type { FileType } from '@jawhara/domain';
import { cleanMp4 } from './clean-mp4.ts';

/** Element ids as RFC 9559 (Matroska, and so WebM) has them. */
const VOID = 0xec;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;

/** Elements that players do not need and that may name a place or a person. */
const TELLTALES = new Set([
  0x1254c367, // tags
  0x1941a469, // attachments
  0x1043a770, // chapters
  0x7ba9, // the title
  0x7384, // the name of its file
  0x536e, // the name of a track
  0xbf, // a checksum over its siblings, which would no longer match
  VOID, // space that another program left unused
]);
const FAMILIES = new Set([SEGMENT, INFO, TRACKS, TRACK]);
/** Elements whose length may be unknown, because a recording program writes them before their end is known. */
const MAY_BE_ENDLESS = new Set([SEGMENT, CLUSTER]);
/** A recording program writes each frame as an element, so this limit allows about twenty minutes. */
const ELEMENTS_MAX = 100_000;
const HEAD_BYTES_MAX = 12;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly bodyStart: number;
  /** Null: up to the end of the file. */
  readonly end: number | null;
}

interface Size {
  readonly bytes: number;
  /** The number that the bits hold; null if all bits are set, which means an unknown length. */
  readonly value: number | null;
}

/** The length of a number in bytes: the leading zero bits of its first byte give it. */
const lengthAt = (head: Buffer, at: number): number => Math.clz32(head[at] ?? 0) - 23;

function readSize(head: Buffer, at: number): Size | null {
  const bytes = lengthAt(head, at);
  if (bytes > 8 || at + bytes > head.length) return null;
  let value = BigInt((head[at] ?? 0) & (0xff >> bytes));
  for (let next = 1; next < bytes; next += 1) value = (value << 8n) | BigInt(head[at + next] ?? 0);
  const isUnknown = value === (1n << BigInt(7 * bytes)) - 1n;
  return { bytes, value: isUnknown ? null : Number(value) };
}

/** Null if the bytes are not an element that fits into its parent. */
async function readElement(file: FileHandle, start: number, parentEnd: number): Promise<Element | null> {
  const buffer = Buffer.alloc(HEAD_BYTES_MAX);
  const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES_MAX, start);
  const head = buffer.subarray(0, bytesRead);
  const idBytes = lengthAt(head, 0);
  if (idBytes > 4 || idBytes > head.length) return null;
  const id = head.readUIntBE(0, idBytes);
  const size = readSize(head, idBytes);
  if (size === null || (size.value === null && !MAY_BE_ENDLESS.has(id))) return null;
  const bodyStart = start + idBytes + size.bytes;
  const end = size.value === null ? null : bodyStart + size.value;
  return (end ?? bodyStart) > parentEnd ? null : { id, start, bodyStart, end };
}

/** Overwrites an element in place with an empty one of the same length, so that every offset in the file stays right. */
async function blank(file: FileHandle, start: number, end: number): Promise<void> {
  const isShort = end - start < 9;
  const head = Buffer.alloc(isShort ? 2 : 9);
  if (isShort) head.writeUInt8(0x80 | (end - start - 2), 1);
  else head.writeBigUInt64BE((1n << 56n) | BigInt(end - start - 9), 1);
  head.writeUInt8(VOID, 0);
  await file.write(head, 0, head.length, start);
  const zeros = Buffer.alloc(64 * 1024);
  for (let at = start + head.length; at < end; at += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
  }
}

/** False if the file does not have the structure of WebM. */
async function blankWebmMetadata(file: FileHandle, size: number): Promise<boolean> {
  const ends = [size];
  let at = 0;
  for (let seen = 0; seen <= ELEMENTS_MAX; seen += 1) {
    while (at === ends.at(-1)) ends.pop();
    const parentEnd = ends.at(-1);
    if (parentEnd === undefined) return true;
    const element = await readElement(file, at, parentEnd);
    if (element === null) return false;
    const { id, start, bodyStart, end } = element;
    if (end === null) {
      // The length of this element is unknown, so its children are read as if they were its siblings.
      at = bodyStart;
    } else if (FAMILIES.has(id)) {
      ends.push(end);
      at = bodyStart;
    } else {
      if (TELLTALES.has(id)) await blank(file, start, end);
      at = end;
    }
  }
  return false;
}

/** Blanks the metadata of a video. False if the file does not have the structure of its type. */
export async function blankVideoMetadata(path: string, type: FileType): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    return type === 'video/webm' ? await blankWebmMetadata(file, size) : await cleanMp4(file, size);
  } finally {
    await file.close();
  }
}
