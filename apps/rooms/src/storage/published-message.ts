/** A message on a room's channel: a line for gateways, then the text for sockets, which no gateway parses. */
export type PublishedKind = 'update' | 'reset';

export interface PublishedMessage {
  readonly kind: PublishedKind;
  readonly sn: number;
  /** Frames of an update: one, or two with the frame before (RP-51). */
  readonly frameCount: number;
  readonly publishedAtMs: number;
  readonly text: Buffer;
}

export function writePublished(message: Omit<PublishedMessage, 'text'>, text: string): string {
  return `${message.kind} ${message.sn} ${message.frameCount} ${message.publishedAtMs}\n${text}`;
}

const LINE_FEED = 0x0a;
const HEAD = /^(update|reset) (\d{1,16}) ([012]) (\d{1,15})$/;

export function readPublished(bytes: Buffer): PublishedMessage | null {
  const end = bytes.indexOf(LINE_FEED);
  const [, kind, sn, frameCount, publishedAtMs] =
    HEAD.exec(bytes.toString('latin1', 0, Math.max(end, 0))) ?? [];
  if (kind === undefined) return null;
  return {
    kind: kind as PublishedKind,
    sn: Number(sn),
    frameCount: Number(frameCount),
    publishedAtMs: Number(publishedAtMs),
    text: bytes.subarray(end + 1),
  };
}
