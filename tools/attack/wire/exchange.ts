import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { HOST } from '../../stack/ports.ts';
import { readAnswers, type Answer } from './answers.ts';

export interface Peer {
  readonly port: number;
  readonly isPlain?: boolean;
  /** The server name sent in TLS; '' for none. */
  readonly servername?: string;
  readonly protocol?: 'http/1.1' | 'h2';
  /** The local address that the connection comes from. */
  readonly from?: string;
}

export interface Exchange {
  readonly answers: readonly Answer[];
  readonly received: Buffer;
  /** Whether the server closed the connection before our time limit. */
  readonly isClosed: boolean;
}

/** Long enough for an answer on a busy machine, short enough to wait for one that must not come. */
const WITHIN_MS = 8_000;
const QUIET_MS = 150;

let visitors = 0;

/** A new address in a network of its own, so that no two visitors share a rate limit. */
export function newAddress(): string {
  visitors += 1;
  return `127.${64 + (visitors % 120)}.${Math.floor(visitors / 120) % 250}.7`;
}

export function openSocket(peer: Peer, ready: (socket: Socket) => void): Socket {
  const at = { host: HOST, port: peer.port, localAddress: peer.from ?? newAddress() };
  if (peer.isPlain === true) {
    const socket: Socket = connectPlain(at, () => ready(socket));
    return socket;
  }
  const socket: Socket = connectTls(
    {
      ...at,
      servername: peer.servername ?? '',
      rejectUnauthorized: false,
      ALPNProtocols: [peer.protocol ?? 'http/1.1'],
    },
    () => ready(socket),
  );
  return socket;
}

export interface ExchangeOptions {
  readonly isHead?: boolean;
  /** Time limit, from the moment the request is sent. */
  readonly withinMs?: number;
  /** How long to wait for another answer after one has come. */
  readonly quietMs?: number;
  /** For other protocols than HTTP/1.1: whether enough bytes have come. */
  readonly isEnough?: (received: Buffer) => boolean;
}

/** Sends exactly these bytes on a new connection and collects the answers. */
export function exchange(
  peer: Peer,
  bytes: string | Buffer,
  options: ExchangeOptions = {},
): Promise<Exchange> {
  const { isHead = false, withinMs = WITHIN_MS, quietMs = QUIET_MS } = options;
  const chunks: Buffer[] = [];
  return new Promise((finish) => {
    let quiet: NodeJS.Timeout | undefined;
    const socket = openSocket(peer, (opened) => {
      opened.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
      // The limit starts here: with many handshakes at once, a busy machine needs longer to connect than an answer may take.
      clearTimeout(limit);
      limit = setTimeout(() => end(false), withinMs);
    });
    const end = (isClosed: boolean): void => {
      clearTimeout(limit);
      clearTimeout(quiet);
      socket.destroy();
      const received = Buffer.concat(chunks);
      finish({ answers: readAnswers(received, isClosed, isHead), received, isClosed });
    };
    let limit = setTimeout(() => end(false), WITHIN_MS);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      const received = Buffer.concat(chunks);
      const isEnough = options.isEnough?.(received) ?? readAnswers(received, false, isHead).length > 0;
      if (isEnough) quiet = setTimeout(() => end(false), quietMs);
    });
    socket.once('error', () => end(true));
    socket.once('close', () => end(true));
  });
}
