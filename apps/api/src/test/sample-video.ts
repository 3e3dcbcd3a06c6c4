/** Videos as phones, action cameras and browsers build them, small enough to read. */

export const PLACE_OF_VIDEO = '+29.3759+047.9774/';
export const FRAMES_OF_VIDEO = 'these are the frames';

type Part = string | Buffer;

export function box(type: string, ...inner: readonly Part[]): Buffer {
  const body = Buffer.concat(
    inner.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export function numbers(...values: readonly number[]): Buffer {
  const all = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => all.writeUInt32BE(value, n * 4));
  return all;
}

export interface SampleTrack {
  /** `vide` and `soun` are played; others, such as `meta`, `tmcd` and `text`, contain metadata. */
  readonly handler: string;
  /** The format of the track's samples: `avc1`, `mebx`, `gpmd`, `camm` and others. */
  readonly format: string;
  /** Each text is a chunk of two samples. */
  readonly chunks: readonly string[];
  /** Which of the older and newer forms of the tables is used. */
  readonly tables?: 'stco' | 'co64' | 'stz2';
  readonly more?: readonly Buffer[];
}

export const FILM: SampleTrack = {
  handler: 'vide',
  format: 'avc1',
  chunks: [FRAMES_OF_VIDEO, 'more of them'],
};
export const SOUND: SampleTrack = {
  handler: 'soun',
  format: 'mp4a',
  chunks: ['what was said', 'and what not'],
};
/** A track with the phone's position for every second. */
export const timedPlace = (format: string, handler = 'meta'): SampleTrack => ({
  handler,
  format,
  chunks: [`at ${PLACE_OF_VIDEO}`, `then ${PLACE_OF_VIDEO}`],
});

const halves = (text: string): number[] => [text.length >> 1, text.length - (text.length >> 1)];

function tablesOf({ chunks, tables = 'stco' }: SampleTrack, offsets: readonly number[]): Buffer[] {
  const sizes = chunks.flatMap(halves);
  const perChunk = box('stsc', numbers(0, 1, 1, 2, 1));
  if (tables === 'stz2')
    return [
      perChunk,
      box('stz2', numbers(0, 8, sizes.length), Buffer.from(sizes)),
      box('stco', numbers(0, offsets.length, ...offsets)),
    ];
  const starts =
    tables === 'stco'
      ? box('stco', numbers(0, offsets.length, ...offsets))
      : box('co64', numbers(0, offsets.length, ...offsets.flatMap((at) => [0, at])));
  return [perChunk, box('stsz', numbers(0, 0, sizes.length, ...sizes)), starts];
}

function trackBox(track: SampleTrack, id: number, offsets: readonly number[]): Buffer {
  const { handler, format, more = [] } = track;
  const head = handler === 'vide' ? 'vmhd' : handler === 'soun' ? 'smhd' : 'gmhd';
  return box(
    'trak',
    box('tkhd', numbers(0, 0, 0, id), Buffer.alloc(68)),
    ...more,
    box(
      'mdia',
      box('mdhd', Buffer.alloc(24)),
      box('hdlr', numbers(0, 0), handler, Buffer.alloc(13)),
      box(
        'minf',
        box(head, Buffer.alloc(8)),
        box('stbl', box('stsd', numbers(0, 1, 16), format, Buffer.alloc(8)), ...tablesOf(track, offsets)),
      ),
    ),
  );
}

/** A video with the media before the index, as cameras write it. The chunks of the tracks alternate. */
export function videoOf(
  tracks: readonly SampleTrack[],
  more: {
    readonly brand?: string;
    readonly inMoov?: readonly Buffer[];
    readonly onTop?: readonly Buffer[];
  } = {},
): Buffer {
  const { brand = 'isom', inMoov = [], onTop = [] } = more;
  const start = box('ftyp', brand, '\u0000\u0000\u0002\u0000', brand, 'mp41');
  const offsets = tracks.map((): number[] => []);
  let media = '';
  for (let n = 0; n < 2; n += 1)
    for (const [nth, { chunks }] of tracks.entries()) {
      const chunk = chunks[n];
      if (chunk === undefined) continue;
      offsets[nth]?.push(start.length + 8 + media.length);
      media += chunk;
    }
  const index = tracks.map((track, nth) => trackBox(track, nth + 1, offsets[nth] ?? []));
  return Buffer.concat([
    start,
    box('mdat', media),
    box('moov', box('mvhd', Buffer.alloc(100)), ...index, ...inMoov),
    ...onTop,
  ]);
}

const place = box('\u00a9xyz', '\u0000\u0012\u0015\u00c7', PLACE_OF_VIDEO);

/** A phone's video with its location in every box that can contain one. */
export function video(brand: 'isom' | 'qt  '): Buffer {
  return videoOf([{ ...FILM, more: [box('udta', place)] }], {
    brand,
    inMoov: [box('udta', place), box('meta', `mdta com.apple.quicktime.location.ISO6709 ${PLACE_OF_VIDEO}`)],
  });
}

/** A browser's recording in fragments: the index has no samples, and each fragment names its track. */
export function videoInPieces(tracks: readonly SampleTrack[], pieceOf: readonly number[]): Buffer {
  const index = tracks.map((track, nth) => trackBox({ ...track, chunks: [] }, nth + 1, []));
  const pieces = pieceOf.map((id) =>
    Buffer.concat([
      box(
        'moof',
        box('mfhd', numbers(0, 1)),
        box('traf', box('tfhd', numbers(0, id)), box('trun', numbers(0, 0)), box('uuid', PLACE_OF_VIDEO)),
      ),
      box('mdat', tracks[id - 1]?.chunks.join('') ?? 'of no track'),
    ]),
  );
  return Buffer.concat([
    box('ftyp', 'isom', '\u0000\u0000\u0002\u0000', 'isom', 'mp41'),
    box('moov', box('mvhd', Buffer.alloc(100)), ...index, box('mvex', box('trex', Buffer.alloc(24)))),
    ...pieces,
  ]);
}
