import { request as httpRequest, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { handToApi } from './hand-to-api.ts';

const CONNECT_WITHIN_MS = 1_000;

/** The first gateway that accepts a connection, or the last of the list, whose failure becomes the answer. */
async function firstReachable(hosts: readonly string[]): Promise<string> {
  for (const host of hosts) if (await isReachable(host)) return host;
  return hosts.at(-1) ?? '';
}

function isReachable(host: string): Promise<boolean> {
  const { hostname, port } = new URL(`http://${host}`);
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), timeout: CONNECT_WITHIN_MS });
    const settle = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

/** Passes a room call to a gateway, skipping one that is down, as nginx does. */
export async function handToGateway(
  request: IncomingMessage,
  response: ServerResponse,
  hosts: readonly string[],
  bodyBytesMax: number,
): Promise<void> {
  handToApi(request, response, { apiHost: await firstReachable(hosts), bodyBytesMax });
}

function headText({ statusCode = 502, rawHeaders }: IncomingMessage): string {
  const names = rawHeaders.filter((_, place) => place % 2 === 0);
  const lines = names.map((name, place) => `${name}: ${rawHeaders[2 * place + 1] ?? ''}`);
  return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`, ...lines, '', ''].join('\r\n');
}

/** Refuses a socket, without a body, because browsers do not pass the body of a refused upgrade to the page. */
export function refuseUpgrade(visitor: Duplex, status: number): void {
  visitor.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\n\r\n`);
}

/** Passes a socket to the first gateway that takes it: one that is down, or drains and answers 503, is skipped. */
export function upgradeAtGateway(request: IncomingMessage, visitor: Duplex, hosts: readonly string[]): void {
  const [host, ...others] = hosts;
  if (host === undefined) return refuseUpgrade(visitor, 502);
  const { hostname, port } = new URL(`http://${host}`);
  const remoteAddress = (visitor as Socket).remoteAddress ?? '';
  const passed = httpRequest({
    host: hostname,
    port,
    path: request.url,
    headers: { ...request.headers, 'x-forwarded-for': remoteAddress },
  });
  passed.once('upgrade', (answer, gateway: Duplex, head) => {
    visitor.write(headText(answer));
    visitor.write(head);
    visitor.pipe(gateway).pipe(visitor);
    // When one end closes, the other is closed, as nginx does.
    visitor.once('error', () => gateway.destroy()).once('close', () => gateway.destroy());
    gateway.once('error', () => visitor.destroy()).once('close', () => visitor.destroy());
  });
  passed.once('response', (answer) => {
    if (answer.statusCode === 503 && others.length > 0) {
      answer.resume();
      return upgradeAtGateway(request, visitor, others);
    }
    answer.resume();
    return refuseUpgrade(visitor, answer.statusCode ?? 502);
  });
  passed.once('error', () => upgradeAtGateway(request, visitor, others));
  passed.end();
}
