import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileType } from '@jawhara/domain';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { picture, pictureWithPlace, webm } from '../test/sample-files.ts';
import { FRAMES_OF_VIDEO, PLACE_OF_VIDEO, video } from '../test/sample-video.ts';
import { cleanFile } from './clean-file.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jawhara-clean-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function clean(content: Uint8Array, announced: FileType): Promise<Buffer | null> {
  const path = join(directory, 'file');
  await writeFile(path, content);
  const cleaned = await cleanFile(path, announced, 'a device');
  return cleaned.kind === 'clean' ? readFile(cleaned.path) : null;
}

describe('[FBK-04] personal data in a picture', () => {
  it('a cleaned picture has no location and no camera data, and is turned upright', async () => {
    const before = await pictureWithPlace();
    const metadataBefore = await sharp(before).metadata();
    expect(metadataBefore.exif?.includes(Buffer.from('SecretPhone'))).toBe(true);
    // Tag 0x8825 of EXIF points at the place.
    expect([
      metadataBefore.exif?.includes(Buffer.from([0x88, 0x25])),
      metadataBefore.exif?.includes(Buffer.from([0x25, 0x88])),
    ]).toContain(true);

    const after = await clean(before, 'image/jpeg');
    const metadataAfter = await sharp(after ?? Buffer.alloc(0)).metadata();
    expect(metadataAfter).toMatchObject({ format: 'jpeg', width: 48, height: 64 });
    for (const part of [metadataAfter.exif, metadataAfter.xmp, metadataAfter.iptc, metadataAfter.icc])
      expect(part).toBeUndefined();
    expect(after?.includes('SecretPhone')).toBe(false);
  });

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'an uploaded %s is encoded anew, and data appended to the file is removed',
    async (type) => {
      const before = Buffer.concat([await picture(type), Buffer.from('<script>alert(1)</script>')]);
      const after = await clean(before, `image/${type}`);
      expect((await sharp(after ?? Buffer.alloc(0)).metadata()).format).toBe(type);
      expect(after?.includes('<script>')).toBe(false);
    },
  );
});

describe('[FBK-04] the place in a video', () => {
  it.each([
    ['isom', 'video/mp4'],
    ['qt  ', 'video/quicktime'],
  ] as const)(
    'the place in a video is blanked (%s), and file size and frames are unchanged',
    async (brand, type) => {
      const before = video(brand);
      expect(before.includes(PLACE_OF_VIDEO)).toBe(true);
      const after = await clean(before, type);
      expect(after?.includes(PLACE_OF_VIDEO)).toBe(false);
      expect(after?.length).toBe(before.length);
      expect(after?.indexOf(FRAMES_OF_VIDEO)).toBe(before.indexOf(FRAMES_OF_VIDEO));
    },
  );

  it.each(['whole', 'recorded'] as const)(
    'the location in a webm video is blanked (%s), and file size and frames are unchanged',
    async (made) => {
      const before = webm(made);
      const after = await clean(before, 'video/webm');
      expect(before.includes(PLACE_OF_VIDEO)).toBe(true);
      expect(after?.includes(PLACE_OF_VIDEO)).toBe(false);
      expect(after?.length).toBe(before.length);
      for (const unchangedText of [FRAMES_OF_VIDEO, 'V_VP8', 'a recorder'])
        expect([unchangedText, after?.indexOf(unchangedText)]).toEqual([
          unchangedText,
          before.indexOf(unchangedText),
        ]);
      // Removed elements are replaced by empty ones, so cleaning the file again changes nothing.
      expect(await clean(after ?? Buffer.alloc(0), 'video/webm')).toEqual(after);
    },
  );
});

describe('[FBK-04] a file is judged by its content', () => {
  it('a file of another type than announced is refused', async () => {
    expect(await clean(await picture('png'), 'image/jpeg')).toBeNull();
    expect(await clean(video('isom'), 'image/gif')).toBeNull();
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page that begins like a picture', 'GIF89a<script>alert(1)</script>'],
    ['nothing known', 'hello'],
  ])('a file that is %s is refused as a picture or video', async (_what, text) => {
    for (const type of ['image/gif', 'image/png', 'image/jpeg', 'video/mp4'] as const) {
      expect(await clean(Buffer.from(text), type)).toBeNull();
    }
  });

  it('half a picture, and videos with wrong sizes in their structure, are refused', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await clean(whole.subarray(0, whole.length / 2), 'image/jpeg')).toBeNull();
    const lying = video('isom');
    lying.writeUInt32BE(0x7fffffff, lying.indexOf('moov') - 4);
    expect(await clean(lying, 'video/mp4')).toBeNull();
    // A WebM file that ends after its frames, in the middle of its tags.
    expect(await clean(webm().subarray(0, -40), 'video/webm')).toBeNull();
    const endlessTags = webm();
    endlessTags.fill(0xff, endlessTags.indexOf('1254c367', 'hex') + 5, endlessTags.indexOf('7373', 'hex'));
    expect(await clean(endlessTags, 'video/webm')).toBeNull();
  });

  it('a small picture file that decodes to too many pixels is refused', async () => {
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await clean(bomb, 'image/png')).toBeNull();
  });
});
