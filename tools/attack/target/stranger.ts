import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { HOST } from '../../stack/ports.ts';
import type { Certificate } from './certificate.ts';

export interface Arrival {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

/** A foreign server on this machine, over https and http. A request that arrives there has left our hosts. */
export interface Stranger {
  readonly host: string;
  /** A host of the stranger's under our parent domain. */
  readonly neighbourHost: string;
  readonly port: number;
  readonly plainPort: number;
  /** Requests whose path begins with `beginning`. */
  arrivals(beginning: string): readonly Arrival[];
  /** Sets the header lines answered under a path, sent byte by byte as given. */
  answerWith(path: string, headLines: readonly string[]): void;
  stop(): Promise<void>;
}

export interface StrangerOptions {
  readonly host: string;
  readonly neighbourHost: string;
  readonly port: number;
  readonly plainPort: number;
  readonly certificate: Certificate;
}

const TYPES = [
  [/\.js(?:\?|$)/, 'text/javascript'],
  [/\.css(?:\?|$)/, 'text/css'],
] as const;

/** A script of the stranger's reports that it ran; every other path is a page. */
function bodyFor(path: string): { type: string; body: string } {
  const type = TYPES.find(([pattern]) => pattern.test(path))?.[1] ?? 'text/html';
  return { type, body: type === 'text/javascript' ? 'globalThis.strangerRan = true;' : '<p>stranger</p>' };
}

function readArrival(text: string): Arrival {
  const [method = '', path = ''] = text.split(' ', 2);
  const host = /^host: *([^\r\n]*)/im.exec(text)?.[1] ?? '';
  return { host, method, path, text };
}

function answerTo({ path }: Arrival, headLines: readonly string[]): Buffer {
  const { type, body } = bodyFor(path);
  const lines = [
    'HTTP/1.1 200 OK',
    `Content-Type: ${type}`,
    'Access-Control-Allow-Origin: *',
    ...headLines,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((listening) => server.listen(port, HOST, listening));

export async function startStranger(options: StrangerOptions): Promise<Stranger> {
  const seen: Arrival[] = [];
  const heads = new Map<string, readonly string[]>();
  const open = new Set<Socket>();
  const serve = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.once('data', (data) => {
      const arrival = readArrival(data.toString('latin1'));
      seen.push(arrival);
      socket.end(answerTo(arrival, heads.get(arrival.path) ?? []));
    });
  };
  const { key, cert } = options.certificate;
  const servers = [createTlsServer({ key, cert }, serve), createPlainServer(serve)];
  await listen(servers[0] as Server, options.port);
  await listen(servers[1] as Server, options.plainPort);
  return {
    ...options,
    arrivals: (beginning) => seen.filter(({ path }) => path.startsWith(beginning)),
    answerWith: (path, headLines) => heads.set(path, headLines),
    async stop() {
      for (const socket of open) socket.destroy();
      for (const server of servers) await new Promise((stopped) => server.close(stopped));
    },
  };
}
