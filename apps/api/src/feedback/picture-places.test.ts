import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FILE_TYPES, type FileType } from '@jawhara/domain';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture, pictureWithPlace } from '../test/sample-files.ts';
import { cleanFile } from './clean-file.ts';

const PLACE = '29.3759N 47.9774E';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jawhara-places-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** The smallest EXIF block that readers accept: it contains only a description. */
function exif(): Buffer {
  const text = Buffer.from(`${PLACE}\0`);
  const head = Buffer.from('49492a000800000001000e010200', 'hex');
  const [count, at, next] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(4)];
  count.writeUInt32LE(text.length);
  at.writeUInt32LE(head.length + 12);
  return Buffer.concat([head, count, at, next, text]);
}

function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Inserts chunks directly after a PNG's header, where metadata stands. */
function pngWith(content: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const behindHead = 8 + 25;
  return Buffer.concat([content.subarray(0, behindHead), ...chunks, content.subarray(behindHead)]);
}

/** Inserts blocks before the trailer of a GIF. */
function gifWith(content: Buffer, ...blocks: readonly Buffer[]): Buffer {
  return Buffer.concat([content.subarray(0, -1), ...blocks, content.subarray(-1)]);
}

function gifBlock(label: number, ...texts: readonly string[]): Buffer {
  const parts = texts.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]));
  return Buffer.concat([Buffer.from([0x21, label]), ...parts, Buffer.from([0])]);
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${PLACE}"/></rdf:RDF></x:xmpmeta>`;

const PLACES: readonly (readonly [what: string, type: FileType, make: () => Promise<Buffer>])[] = [
  [
    'EXIF of a JPEG',
    'image/jpeg',
    async () =>
      sharp(await picture('jpeg'))
        .withExif({ IFD0: { ImageDescription: PLACE } })
        .jpeg()
        .toBuffer(),
  ],
  [
    'XMP of a JPEG',
    'image/jpeg',
    async () =>
      sharp(await picture('jpeg'))
        .withXmp(xmp)
        .jpeg()
        .toBuffer(),
  ],
  [
    'a comment of a JPEG',
    'image/jpeg',
    async () => {
      const content = await picture('jpeg');
      const text = Buffer.from(PLACE);
      const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
      return Buffer.concat([content.subarray(0, 2), head, text, content.subarray(2)]);
    },
  ],
  ['eXIf of a PNG', 'image/png', async () => pngWith(await picture('png'), pngChunk('eXIf', exif()))],
  [
    'tEXt of a PNG',
    'image/png',
    async () => pngWith(await picture('png'), pngChunk('tEXt', Buffer.from(`Comment\0${PLACE}`))),
  ],
  [
    'iTXt of a PNG',
    'image/png',
    async () =>
      pngWith(await picture('png'), pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`))),
  ],
  [
    'EXIF of a WebP',
    'image/webp',
    async () =>
      sharp(await picture('webp'))
        .withExif({ IFD0: { ImageDescription: PLACE } })
        .webp()
        .toBuffer(),
  ],
  [
    'XMP of a WebP',
    'image/webp',
    async () =>
      sharp(await picture('webp'))
        .withXmp(xmp)
        .webp()
        .toBuffer(),
  ],
  ['a comment of a GIF', 'image/gif', async () => gifWith(await picture('gif'), gifBlock(0xfe, PLACE))],
  [
    'an application’s block of a GIF',
    'image/gif',
    async () => gifWith(await picture('gif'), gifBlock(0xff, 'XMP DataXMP', PLACE)),
  ],
];

it.each(PLACES)(
  '[FBK-04] the location in %s of an uploaded picture is not in the stored picture',
  async (_what, type, make) => {
    const before = await make();
    expect(before.includes(PLACE)).toBe(true);
    const path = join(directory, 'file');
    await writeFile(path, before);
    const cleaned = await cleanFile(path, type, 'a device');
    if (cleaned.kind !== 'clean') throw new Error(cleaned.kind);
    const after = await readFile(cleaned.path);
    expect(after.includes(PLACE)).toBe(false);
    const { exif: exifAfter, xmp: xmpAfter, comments } = await sharp(after).metadata();
    expect([exifAfter, xmpAfter, comments ?? []]).toEqual([undefined, undefined, []]);
  },
);

it('[FBK-04] the tests of places in pictures include every accepted type of picture', () => {
  const pictureTypes = Object.entries(FILE_TYPES).flatMap(([type, { kind }]) =>
    kind === 'image' ? [type] : [],
  );
  expect([...new Set(PLACES.map(([, type]) => type))].toSorted()).toEqual(pictureTypes.toSorted());
});

it('[FBK-04] the coordinates in a phone’s photograph are removed', async () => {
  const path = join(directory, 'photograph');
  await writeFile(path, await pictureWithPlace());
  const cleaned = await cleanFile(path, 'image/jpeg', 'a device');
  expect(cleaned.kind === 'clean' && (await readFile(cleaned.path)).includes('Exif')).toBe(false);
});
