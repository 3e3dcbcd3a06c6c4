import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileType } from '@jawhara/domain';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  box,
  FILM,
  FRAMES_OF_VIDEO,
  numbers,
  PLACE_OF_VIDEO,
  SOUND,
  timedPlace,
  video,
  videoInPieces,
  videoOf,
} from '../test/sample-video.ts';
import { blankVideoMetadata } from './blank-video-metadata.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jawhara-video-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function clean(content: Buffer, type: FileType = 'video/mp4'): Promise<Buffer | null> {
  const path = join(directory, 'video');
  await writeFile(path, content);
  return (await blankVideoMetadata(path, type)) ? readFile(path) : null;
}

/** Cleans the video, and checks that the recording place is gone and the media data is still at its offsets. */
async function expectClean(before: Buffer, played: readonly string[], type?: FileType): Promise<Buffer> {
  const after = await clean(before, type);
  if (after === null) throw new Error('refused');
  expect(before.includes(PLACE_OF_VIDEO)).toBe(true);
  expect(after.includes(PLACE_OF_VIDEO)).toBe(false);
  expect(after.length).toBe(before.length);
  for (const part of played) expect([part, after.indexOf(part)]).toEqual([part, before.indexOf(part)]);
  return after;
}

const PLAYED = [...FILM.chunks, ...SOUND.chunks, 'avc1', 'mp4a', 'vide', 'soun'];

describe('[FBK-04] a track of places in a video', () => {
  it.each([
    ['mebx', 'meta', 'video/quicktime'],
    ['gpmd', 'meta', 'video/mp4'],
    ['camm', 'meta', 'video/mp4'],
    ['tmcd', 'tmcd', 'video/quicktime'],
    ['text', 'text', 'video/quicktime'],
    ['mett', 'meta', 'video/mp4'],
    ['data', 'hint', 'video/mp4'],
    ['camm', 'vide', 'video/mp4'],
  ] as const)(
    'a video track of places in format %s, handled as %s, is blanked with its samples (%s)',
    async (format, handler, type) => {
      const brand = type === 'video/quicktime' ? 'qt  ' : 'isom';
      const before = videoOf([FILM, timedPlace(format, handler), SOUND], { brand });
      const after = await expectClean(before, PLAYED, type);
      expect(after.includes(format)).toBe(false);
      // Cleaning a clean file changes nothing.
      expect(await clean(after, type)).toEqual(after);
    },
  );

  it.each(['stco', 'co64', 'stz2'] as const)(
    'the samples of a video’s location track are found by its table %s, and blanked',
    async (tables) => {
      await expectClean(videoOf([{ ...timedPlace('gpmd'), tables }, FILM, SOUND]), PLAYED);
    },
  );

  it('a video’s location track is blanked also if all its samples have the same size', async () => {
    const before = videoOf([FILM, { ...timedPlace('gpmd'), chunks: [PLACE_OF_VIDEO, PLACE_OF_VIDEO] }]);
    const table = before.lastIndexOf('stsz') + 8;
    numbers(PLACE_OF_VIDEO.length / 2, 4).copy(before, table);
    await expectClean(before, FILM.chunks);
  });

  it('two location tracks of a video are blanked, and so is the reference to them in the picture track', async () => {
    const film = { ...FILM, more: [box('tref', box('cdsc', numbers(2, 3)))] };
    const before = videoOf([film, timedPlace('mebx'), timedPlace('tmcd', 'tmcd'), SOUND], { brand: 'qt  ' });
    const after = await expectClean(before, PLAYED, 'video/quicktime');
    expect(after.includes('tref')).toBe(false);
  });
});

describe('[FBK-04] a place in a box of a video file', () => {
  it.each([
    ['udta of the film', videoOf([{ ...FILM, more: [box('udta', box('\u00a9xyz', PLACE_OF_VIDEO))] }])],
    [
      'keys of QuickTime',
      videoOf([FILM], { inMoov: [box('meta', `com.apple.quicktime.location.name ${PLACE_OF_VIDEO}`)] }),
    ],
    ['loci of 3GPP', videoOf([FILM], { inMoov: [box('udta', box('loci', PLACE_OF_VIDEO))] })],
    ['a box of the camera’s maker', videoOf([FILM], { inMoov: [box('gps ', PLACE_OF_VIDEO)] })],
    ['XMP behind the index', videoOf([FILM], { onTop: [box('uuid', PLACE_OF_VIDEO)] })],
    [
      'what a dashboard camera calls free',
      videoOf([FILM], { onTop: [box('free', `GPS ${PLACE_OF_VIDEO}`)] }),
    ],
    ['a box nobody knows', videoOf([FILM], { onTop: [box('abcd', PLACE_OF_VIDEO)] })],
    ['a whole phone’s video', video('isom')],
  ])('a place in a video is blanked in %s', async (_where, before) => {
    await expectClean(before, FILM.chunks);
  });
});

describe('[FBK-04] a fragmented video', () => {
  it('a fragmented video of picture and sound is accepted, and other data in its fragments is blanked', async () => {
    await expectClean(videoInPieces([FILM, SOUND], [1, 2, 1]), [FRAMES_OF_VIDEO, ...SOUND.chunks]);
  });

  it('a fragmented video with a location track, or with a fragment that belongs to no track, is refused', async () => {
    expect(await clean(videoInPieces([FILM, timedPlace('mebx')], [1, 2]))).toBeNull();
    expect(await clean(videoInPieces([FILM, timedPlace('mebx')], [1]))).toBeNull();
    expect(await clean(videoInPieces([FILM], [1, 7]))).toBeNull();
  });
});

describe('[FBK-04] a malformed video', () => {
  const placed = () => videoOf([FILM, timedPlace('gpmd')]);
  const tableOf = (content: Buffer, name: string) => content.lastIndexOf(name) + 4;

  it.each([
    ['samples outside of the media', 'stco', [0, 2, 0, 4]],
    ['more chunks than the table holds', 'stco', [0, 0xffff_ffff]],
    ['more samples than have a size', 'stsc', [0, 1, 1, 900, 1]],
    ['a size beyond the file', 'stsz', [0, 0x7fff_ffff, 4]],
    ['chunks out of order', 'stsc', [0, 1, 5, 2, 1]],
  ] as const)(
    'a video with a wrong index is refused and its file is not changed: %s',
    async (_what, name, table) => {
      const lying = placed();
      numbers(...table).copy(lying, tableOf(lying, name));
      const before = Buffer.from(lying);
      expect(await clean(lying)).toBeNull();
      expect(await readFile(join(directory, 'video'))).toEqual(before);
    },
  );

  it.each([
    ['no index', Buffer.concat([box('ftyp', 'isom'), box('mdat', FRAMES_OF_VIDEO)])],
    ['nothing to play', videoOf([timedPlace('gpmd')])],
    ['two indexes', Buffer.concat([video('isom'), video('isom')])],
    ['an index that is compressed', videoOf([FILM], { inMoov: [box('cmov', 'x')] })],
  ])('a video with a wrong structure is refused: %s', async (_what, content) => {
    expect(await clean(content)).toBeNull();
  });

  it('a video of random, cut or changed bytes is refused, or cleaned without changing its length, and never causes a fault', async () => {
    const whole = videoOf([FILM, timedPlace('mebx'), SOUND], {
      inMoov: [box('udta', box('\u00a9xyz', PLACE_OF_VIDEO))],
    });
    const changed = fc
      .tuple(fc.integer({ min: 0, max: whole.length - 1 }), fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, bytes]) => {
        const copy = Buffer.from(whole);
        copy.set(bytes.subarray(0, copy.length - at), at);
        return copy;
      });
    const cut = fc.integer({ min: 0, max: whole.length }).map((length) => whole.subarray(0, length));
    const random = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, cut, random), async (content) => {
        const after = await clean(Buffer.from(content));
        if (after !== null) expect(after.length).toBe(content.length);
      }),
      { numRuns: 400 },
    );
  }, 120_000);

  it('a video with millions of boxes or table rows is refused', async () => {
    const many = Buffer.concat([
      box('ftyp', 'isom'),
      Buffer.concat(Array.from({ length: 30_000 }, () => box('free'))),
    ]);
    expect(await clean(many)).toBeNull();
    const rows = 2_000_000;
    const long = { ...timedPlace('gpmd'), more: [] };
    const content = videoOf([FILM, long], {
      inMoov: [
        box(
          'trak',
          box(
            'mdia',
            box('hdlr', numbers(0, 0), 'meta', Buffer.alloc(13)),
            box('minf', box('stbl', box('stco', numbers(0, rows), Buffer.alloc(rows * 4)))),
          ),
        ),
      ],
    });
    expect(await clean(content)).toBeNull();
  });
});

it('cleaning a video file that is missing throws instead of refusing the file', async () => {
  await expect(blankVideoMetadata(join(directory, 'missing'), 'video/mp4')).rejects.toThrow('ENOENT');
});
