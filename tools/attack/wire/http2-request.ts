import { exchange, type Peer } from './exchange.ts';

/** Name and value as raw bytes, many of which a real client would refuse. */
export type RawHeader = readonly [name: string, value: string];

export interface Http2Request {
  readonly headers: readonly RawHeader[];
  readonly body?: string;
}

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const TYPES = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7, windowUpdate: 8 } as const;
const END_STREAM = 1;
const END_HEADERS = 4;
const STREAM = 1;
const FRAME_HEAD_BYTES = 9;
const ONE_BYTE_MAX = 127;

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** HPACK without its tables: every name and value literal and uncompressed. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  const rest = bytes.length - ONE_BYTE_MAX;
  const length = rest < 0 ? [bytes.length] : [ONE_BYTE_MAX];
  if (rest >= 0) {
    let left = rest;
    for (; left >= 128; left = Math.floor(left / 128)) length.push((left % 128) | 128);
    length.push(left);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

function headerBlock(headers: readonly RawHeader[]): Buffer {
  return Buffer.concat(
    headers.map(([name, value]) => Buffer.concat([Buffer.from([0]), text(name), text(value)])),
  );
}

const INDEXED = new Map([
  [0x88, 200],
  [0x89, 204],
  [0x8a, 206],
  [0x8b, 304],
  [0x8c, 400],
  [0x8d, 404],
  [0x8e, 500],
]);

/** The status is the first header of every answer; nginx writes it in one of two ways. */
function statusIn(block: Buffer): number | null {
  // An update of the table size may come before it.
  const at = block.findIndex((byte) => (byte & 0xe0) !== 0x20);
  const indexed = INDEXED.get(block[at] ?? 0);
  return indexed ?? (Number(block.subarray(at + 2, at + 5).toString('latin1')) || null);
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

function framesIn(received: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + FRAME_HEAD_BYTES <= received.length;) {
    const end = at + FRAME_HEAD_BYTES + received.readUIntBE(at, 3);
    if (end > received.length) break;
    const [type, flags] = [received.readUInt8(at + 3), received.readUInt8(at + 4)];
    const stream = received.readUInt32BE(at + 5);
    frames.push({ type, flags, stream, payload: received.subarray(at + FRAME_HEAD_BYTES, end) });
    at = end;
  }
  return frames;
}

const isEnd = ({ type, flags }: Frame): boolean =>
  type === TYPES.reset ||
  type === TYPES.goAway ||
  ((type === TYPES.data || type === TYPES.headers) && (flags & END_STREAM) !== 0);

export interface Http2Answer {
  readonly status: number | null;
  readonly block: Buffer;
  readonly body: string;
  /** Whether the stream was ended, in any way. */
  readonly isEnded: boolean;
}

/** Sends a request on a new connection with headers that no library would send; null if it was refused. */
export async function askHttp2(
  peer: Peer,
  request: Http2Request,
  withinMs = 5_000,
): Promise<Http2Answer | null> {
  const { headers, body } = request;
  const flags = END_HEADERS | (body === undefined ? END_STREAM : 0);
  const bytes = Buffer.concat([
    Buffer.from(PREFACE, 'latin1'),
    frame(TYPES.settings, 0, 0, Buffer.alloc(0)),
    frame(TYPES.headers, flags, STREAM, headerBlock(headers)),
    ...(body === undefined ? [] : [frame(TYPES.data, END_STREAM, STREAM, Buffer.from(body, 'latin1'))]),
  ]);
  const { received, isClosed } = await exchange({ ...peer, protocol: 'h2' }, bytes, {
    isEnough: (some) => framesIn(some).some(isEnd),
    quietMs: 50,
    withinMs,
  });
  const frames = framesIn(received);
  const head = frames.find(({ type }) => type === TYPES.headers);
  if (head === undefined) return null;
  const parts = frames.filter(({ type }) => type === TYPES.data).map(({ payload }) => payload);
  return {
    status: statusIn(head.payload),
    block: head.payload,
    body: Buffer.concat(parts).toString('latin1'),
    isEnded: isClosed || frames.some(isEnd),
  };
}

/** Bytes that may be sent before the server enlarges the window. */
const WINDOW_BYTES = 65_535;
const FRAME_BYTES_MAX = 16_384;

/** Whether the server ends a request that announces more than it may send, or enlarges the window, within the time. */
export async function isLargeFormEnded(
  peer: Peer,
  headers: readonly RawHeader[],
  withinMs: number,
): Promise<boolean> {
  const body: Buffer[] = [];
  for (let left = WINDOW_BYTES; left > 0; left -= FRAME_BYTES_MAX)
    body.push(frame(TYPES.data, 0, STREAM, Buffer.alloc(Math.min(left, FRAME_BYTES_MAX), 'a')));
  const bytes = Buffer.concat([
    Buffer.from(PREFACE, 'latin1'),
    frame(TYPES.settings, 0, 0, Buffer.alloc(0)),
    frame(TYPES.headers, END_HEADERS, STREAM, headerBlock(headers)),
    ...body,
  ]);
  const ends: readonly number[] = [TYPES.reset, TYPES.windowUpdate];
  const isOver = (received: Buffer): boolean =>
    framesIn(received).some(
      ({ type, stream }) => (stream === STREAM && ends.includes(type)) || type === TYPES.goAway,
    );
  const { received, isClosed } = await exchange({ ...peer, protocol: 'h2' }, bytes, {
    isEnough: isOver,
    quietMs: 0,
    withinMs,
  });
  return isClosed || isOver(received);
}
