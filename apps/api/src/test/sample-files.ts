import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { FRAMES_OF_VIDEO, PLACE_OF_VIDEO } from './sample-video.ts';

/** Files as phones and attackers produce them. */

const plain = { create: { width: 64, height: 48, channels: 3, background: '#2a9d8f' } } as const;

export const CAMERA = 'SecretPhone';

const SECRETS = {
  IFD0: { Make: CAMERA, ImageDescription: 'my home' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '29/1 22/1 33/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '47/1 58/1 38/1',
  },
};

/** A picture with a location in Kuwait and the camera's name, rotated by 90 degrees. */
export function pictureWithPlace(): Promise<Buffer> {
  return sharp(plain).withExif(SECRETS).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

/** A small file that takes a while to encode, with so many frames of a million pixels each. */
export function movingPicture(frames: number): Promise<Buffer> {
  const edge = 1_000;
  const raw = Buffer.alloc(edge * edge * frames * 3);
  for (let at = 0; at < raw.length; at += 3) {
    const [x, y] = [(at / 3) % edge, Math.floor(at / 3 / edge)];
    raw[at] = (x >> 3) & 255;
    raw[at + 1] = (y >> 3) & 255;
    raw[at + 2] = ((x + y) >> 4) & 255;
  }
  const shape = { width: edge, height: edge * frames, channels: 3, pageHeight: edge } as const;
  return sharp(raw, { raw: shape, limitInputPixels: false }).webp({ quality: 30, effort: 0 }).toBuffer();
}

/** A picture as large as a phone's photo, some 9 MB: it consists of noise, which cannot be compressed. */
export function photoWithPlace(): Promise<Buffer> {
  const [width, height, channels] = [4_000, 2_900, 3] as const;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .withExif(SECRETS)
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The kinds of metadata that a picture contains. */
export async function readMetadataParts(content: Buffer): Promise<string[]> {
  const metadata = await sharp(content).metadata();
  return (['exif', 'xmp', 'iptc', 'icc'] as const).filter((part) => metadata[part] !== undefined);
}

export function picture(type: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<Buffer> {
  return sharp(plain).toFormat(type).toBuffer();
}

/** A size field of eight bytes. Null: the size is unknown, so the element continues to the end of the file. */
function ebmlSize(length: number | null): Buffer {
  if (length === null) return Buffer.from('01ffffffffffffff', 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(length));
  size[0] = 1;
  return size;
}

function ebml(id: string, ...inner: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(inner.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([Buffer.from(id, 'hex'), ebmlSize(body.length), body]);
}

const endless = (id: string, ...inner: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), ebmlSize(null), ...inner]);

/**
 * A minimal WebM with a location in its tags, title and track name. With `recorded` the lengths are unknown, as in a
 * live recording.
 */
export function webm(made: 'whole' | 'recorded' = 'whole'): Buffer {
  const inside = made === 'whole' ? ebml : endless;
  const tag = ebml('67c8', ebml('45a3', 'LOCATION'), ebml('4487', PLACE_OF_VIDEO));
  return Buffer.concat([
    ebml('1a45dfa3', ebml('4286', Buffer.from([1])), ebml('4282', 'webm')),
    inside(
      '18538067',
      ebml('1549a966', ebml('7ba9', PLACE_OF_VIDEO), ebml('4d80', 'a recorder')),
      ebml('1654ae6b', ebml('ae', ebml('536e', PLACE_OF_VIDEO), ebml('86', 'V_VP8'))),
      inside('1f43b675', ebml('e7', Buffer.from([0])), ebml('a3', FRAMES_OF_VIDEO)),
      ebml('1254c367', ebml('7373', tag)),
      ebml('ec', PLACE_OF_VIDEO),
    ),
  ]);
}
