import type { IncomingMessage } from 'node:http';

/** The body's bytes; null when it is larger than it may be. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
