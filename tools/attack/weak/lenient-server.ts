import { createServer } from 'node:tls';
import { freePorts, HOST } from '../../stack/ports.ts';
import type { WeakTarget } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';

interface Leniency {
  /** True: uses Content-Length and ignores chunks. False: uses chunks and ignores Content-Length. */
  readonly readsLengthFirst: boolean;
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** The length of one request by this reading of its head; 0 while it is incomplete. */
function requestBytes(text: string, { readsLengthFirst }: Leniency): number {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const head = text.slice(0, headEnd);
  const body = headEnd + 4;
  if (readsLengthFirst && /^transfer-encoding/im.test(head)) return body + '0\r\n\r\n'.length;
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return text.length >= body + length ? body + length : 0;
}

/** Serves everything that looks like a request, and treats leftover bytes as the next one. */
export async function lenientServer(target: Target, leniency: Leniency): Promise<WeakTarget> {
  const [port = 0] = await freePorts(1);
  const { key, cert } = target.certificate;
  const server = createServer({ key, cert }, (socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let bytes = requestBytes(text, leniency); bytes > 0; bytes = requestBytes(text, leniency)) {
        text = text.slice(bytes);
        socket.write(ANSWER);
      }
    });
  });
  await new Promise<void>((listening) => server.listen(port, HOST, listening));
  return {
    target: { ...target, port },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
