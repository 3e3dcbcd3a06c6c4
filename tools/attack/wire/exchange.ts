import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { HOST } from '../../stack/ports.ts';
import { readAnswers, type Answer } from './answers.ts';

export interface Peer {
  readonly port: number;
  readonly isPlain?: boolean;
  /** The name asked for in TLS; '' for none. */
  readonly servername?: string;
  readonly protocol?: 'http/1.1' | 'h2';
  /** The address of this machine that the connection comes from. */
  readonly from?: string;
}

export interface Exchange {
  readonly answers: readonly Answer[];
  readonly received: Buffer;
  /** By the server, before we gave up. */
  readonly isClosed: boolean;
}

/** Long enough for an answer on a busy machine, short enough to wait for one that must not come. */
const WITHIN_MS = 8_000;
const QUIET_MS = 150;

let visitors = 0;

/** Another visitor each time: an address in a network of its own, so that no budget of an address is spent by two. */
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
  /** From when the request is sent. */
  readonly withinMs?: number;
  /** How long after an answer another one is waited for. */
  readonly quietMs?: number;
  /** For what is no HTTP/1.1: whether enough has come. */
  readonly isEnough?: (received: Buffer) => boolean;
}

/** Sends these very bytes on a connection of its own and collects what comes back. */
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
      // Counted from here: many handshakes at once take a busy machine longer than an answer may.
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
