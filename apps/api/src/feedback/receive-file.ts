import { open } from 'node:fs/promises';

export type Received =
  | { readonly kind: 'received' }
  | { readonly kind: 'broken' | 'too-long' | 'too-short' | 'empty' };

/** Writes what comes to a file, never more than was announced. The rest is counted out, so that its sender hears the answer. */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  path: string,
  announcedBytes: number,
): Promise<Received> {
  const file = await open(path, 'wx', 0o600);
  const chunks = source[Symbol.asyncIterator]();
  try {
    let bytes = 0;
    for (;;) {
      let next: IteratorResult<Uint8Array>;
      try {
        next = await chunks.next();
      } catch {
        return { kind: 'broken' };
      }
      if (next.done) break;
      bytes += next.value.byteLength;
      if (bytes <= announcedBytes) await file.writeFile(next.value);
    }
    if (bytes === 0) return { kind: 'empty' };
    if (bytes > announcedBytes) return { kind: 'too-long' };
    return bytes < announcedBytes ? { kind: 'too-short' } : { kind: 'received' };
  } finally {
    await file.close();
  }
}
