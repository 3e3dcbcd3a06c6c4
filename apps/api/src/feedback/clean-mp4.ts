import type { FileHandle } from 'node:fs/promises';
import { BoxReader, BrokenVideo, sampleRanges, type Box, type ByteRange } from './mp4-box.ts';

/**
 * The boxes that a player needs. All others may reveal something about the sender: `udta` and `meta` contain the place,
 * `uuid` and `gps ` camera data, and dashboard cameras write their route into `free`.
 */
const ALLOWED_BOXES = {
  file: ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  stbl: [
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stss',
    'stps',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'sdtp',
    'sgpd',
    'sbgp',
    'subs',
    'saiz',
    'saio',
  ],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sgpd', 'sbgp', 'subs', 'saiz', 'saio', 'senc'],
} as const satisfies Record<string, readonly string[]>;
type Parent = keyof typeof ALLOWED_BOXES;

const PICTURE_OR_SOUND = new Set(['vide', 'soun']);
/** Formats of timed metadata that some programs write as if it were picture or sound. */
const TIMED_DATA = new Set(['mebx', 'gpmd', 'camm', 'tmcd', 'rtmd', 'mett', 'metx', 'urim', 'text', 'tx3g']);
/** These boxes are compressed in an old format that we cannot inspect. */
const UNREADABLE = new Set(['cmov', 'rmra']);

/** Real timed metadata has a few samples a second, far below this limit. */
const SAMPLE_RANGES_MAX = 200_000;
/** Boxes of media data in a video that is not fragmented. */
const MEDIA_BOXES_MAX = 50;

/** The changes to a file. They are made only after the whole file was parsed. */
interface Plan {
  readonly boxes: Box[];
  readonly samples: ByteRange[];
}

function isAllowedBox(parent: Parent, { type }: Box): boolean {
  return (ALLOWED_BOXES[parent] as readonly string[]).includes(type);
}

/** Returns the children that stay, and plans to blank the others. */
async function readAllowedChildren(reader: BoxReader, parent: Parent, box: Box, plan: Plan): Promise<Box[]> {
  const children = await reader.childrenOf(box);
  if (children.some(({ type }) => UNREADABLE.has(type))) throw new BrokenVideo('a hidden index');
  plan.boxes.push(...children.filter((child) => !isAllowedBox(parent, child)));
  return children.filter((child) => isAllowedBox(parent, child));
}

interface Track {
  readonly id: number | null;
  readonly isPlayed: boolean;
}

/** Positions of the handler's name and of the sample format, after version, flags and a count or a class. */
const NAME_AT = 8;
const FORMAT_AT = 12;

async function isPlayed(reader: BoxReader, mdia: readonly Box[], stbl: readonly Box[]): Promise<boolean> {
  const handler = mdia.find(({ type }) => type === 'hdlr');
  const format = stbl.find(({ type }) => type === 'stsd');
  if (handler === undefined || format === undefined) return false;
  const nameIn = async (box: Box, at: number) => (await reader.bodyOf(box)).toString('latin1', at, at + 4);
  return (
    PICTURE_OR_SOUND.has(await nameIn(handler, NAME_AT)) && !TIMED_DATA.has(await nameIn(format, FORMAT_AT))
  );
}

/** Reads the id of a track. Version 1 of the box writes its times in 16 bytes, version 0 in 8. */
async function trackId(reader: BoxReader, tkhd: Box | undefined): Promise<number | null> {
  if (tkhd === undefined) return null;
  const body = await reader.bodyOf(tkhd);
  const at = body[0] === 1 ? 20 : 12;
  return body.length < at + 4 ? null : body.readUInt32BE(at);
}

/** Plans to blank a track that is neither picture nor sound, together with its samples. */
async function planTrack(reader: BoxReader, trak: Box, plan: Plan): Promise<Track> {
  const inside: Plan = { boxes: [], samples: [] };
  const find = (boxes: readonly Box[], name: string) => boxes.find(({ type }) => type === name);
  const children = await readAllowedChildren(reader, 'trak', trak, inside);
  const id = await trackId(reader, find(children, 'tkhd'));
  const level = async (parent: Parent, box: Box | undefined) =>
    box === undefined ? [] : readAllowedChildren(reader, parent, box, inside);
  const mdia = await level('mdia', find(children, 'mdia'));
  const minf = await level('minf', find(mdia, 'minf'));
  const table = find(minf, 'stbl');
  const stbl = await level('stbl', table);
  if (await isPlayed(reader, mdia, stbl)) {
    plan.boxes.push(...inside.boxes);
    return { id, isPlayed: true };
  }
  plan.boxes.push(trak);
  if (table !== undefined) plan.samples.push(...(await sampleRanges(reader, table)));
  return { id, isPlayed: false };
}

/**
 * Plans a fragment of a recording, which names its track. A recording with a track of timed metadata is refused,
 * because its fragments have no index by which their bytes could be found.
 */
async function planFragment(
  reader: BoxReader,
  moof: Box,
  tracks: readonly Track[],
  plan: Plan,
): Promise<void> {
  if (tracks.some((track) => !track.isPlayed)) throw new BrokenVideo('timed data in pieces');
  for (const traf of (await readAllowedChildren(reader, 'moof', moof, plan)).filter(
    ({ type }) => type === 'traf',
  )) {
    const head = (await readAllowedChildren(reader, 'traf', traf, plan)).find(({ type }) => type === 'tfhd');
    const body = head && (await reader.bodyOf(head));
    const id = body && body.length >= 8 ? body.readUInt32BE(4) : null;
    if (id === null || !tracks.some((track) => track.id === id)) throw new BrokenVideo('a piece of no track');
  }
}

/** Sorts and merges byte ranges, so that no byte is written twice. */
function merged(ranges: readonly ByteRange[]): ByteRange[] {
  const all: ByteRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && range.start <= last.end)
      all.splice(-1, 1, { start: last.start, end: Math.max(last.end, range.end) });
    else all.push(range);
  }
  return all;
}

/** Refuses samples that lie outside the media data, because blanking them would destroy the index. */
function requireInMedia(samples: readonly ByteRange[], top: readonly Box[]): void {
  const media = top.filter(({ type }) => type === 'mdat');
  if (samples.length > SAMPLE_RANGES_MAX || media.length > MEDIA_BOXES_MAX)
    throw new BrokenVideo('more pieces than a camera writes');
  for (const { start, end } of samples)
    if (start < end && !media.some((mdat) => mdat.bodyStart <= start && end <= mdat.end))
      throw new BrokenVideo('samples outside of the media');
}

async function planFile(reader: BoxReader): Promise<Plan> {
  const plan: Plan = { boxes: [], samples: [] };
  const top = await reader.boxesIn({ start: 0, end: reader.size });
  plan.boxes.push(...top.filter((box) => !isAllowedBox('file', box)));
  const [moov, ...others] = top.filter(({ type }) => type === 'moov');
  if (moov === undefined || others.length > 0) throw new BrokenVideo('not one index');
  const tracks: Track[] = [];
  for (const trak of (await readAllowedChildren(reader, 'moov', moov, plan)).filter(
    ({ type }) => type === 'trak',
  ))
    tracks.push(await planTrack(reader, trak, plan));
  if (!tracks.some((track) => track.isPlayed)) throw new BrokenVideo('nothing to play');
  for (const moof of top.filter(({ type }) => type === 'moof'))
    await planFragment(reader, moof, tracks, plan);
  if (plan.samples.length > 0) requireInMedia(plan.samples, top);
  return plan;
}

async function writeZeros(file: FileHandle, { start, end }: ByteRange): Promise<void> {
  const zeros = Buffer.alloc(64 * 1024);
  for (let at = start; at < end; at += zeros.length)
    await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
}

/**
 * Blanks everything in a video that is neither picture nor sound, in place, so that every offset in the file stays
 * right. False if the file does not have the structure of its type; then nothing was written.
 */
export async function cleanMp4(file: FileHandle, size: number): Promise<boolean> {
  let plan: Plan;
  try {
    plan = await planFile(new BoxReader(file, size));
  } catch (error) {
    if (error instanceof BrokenVideo) return false;
    throw error;
  }
  for (const box of plan.boxes) {
    await file.write(Buffer.from('free', 'latin1'), 0, 4, box.start + 4);
    await writeZeros(file, { start: box.bodyStart, end: box.end });
  }
  for (const range of merged(plan.samples)) await writeZeros(file, range);
  return true;
}
