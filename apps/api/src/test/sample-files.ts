import sharp from 'sharp';

/** Files as phones and attackers make them. */

const plain = { create: { width: 64, height: 48, channels: 3, background: '#2a9d8f' } } as const;

const SECRETS = {
  IFD0: { Make: 'SecretPhone', ImageDescription: 'my home' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '29/1 22/1 33/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '47/1 58/1 38/1',
  },
};

/** Taken in Kuwait, by a camera that says so, lying on its side. */
export function pictureWithPlace(): Promise<Buffer> {
  return sharp(plain).withExif(SECRETS).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

export function picture(type: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<Buffer> {
  return sharp(plain).toFormat(type).toBuffer();
}

function box(type: string, ...inner: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    inner.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export const PLACE_OF_VIDEO = '+29.3759+047.9774/';
export const FRAMES_OF_VIDEO = 'these are the frames';

/** The skeleton of a video: what it is, its index with the place inside, its frames. */
export function video(brand: 'isom' | 'qt  '): Buffer {
  const place = box('\u00a9xyz', '\u0000\u0012\u0015\u00c7', PLACE_OF_VIDEO);
  return Buffer.concat([
    box('ftyp', brand, '\u0000\u0000\u0002\u0000', brand, 'mp41'),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      box('trak', box('tkhd', Buffer.alloc(84)), box('udta', place)),
      box('udta', place),
      box('meta', `mdta com.apple.quicktime.location.ISO6709 ${PLACE_OF_VIDEO}`),
    ),
    box('mdat', FRAMES_OF_VIDEO),
  ]);
}

export function webm(): Buffer {
  return Buffer.concat([
    Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d', 'hex'),
    Buffer.alloc(64),
  ]);
}
