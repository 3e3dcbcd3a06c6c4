import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ERROR_CATALOGUE, readRoomStatus, type RefusalKind } from '@jawhara/contract';
import { isRoomId } from '@jawhara/room-sync';
import type { RoomEnv } from '../env.ts';
import { changeRoom, type ChangeDeps } from '../inlet/change-room.ts';
import { oneByOne } from '../inlet/one-by-one.ts';
import { readInletBody } from '../inlet/read-inlet-body.ts';
import { INLET_PATH, readInletHeaders, verifyInletCall } from '../inlet/inlet-signature.ts';
import type { Logger } from '../platform/logger.ts';
import type { RoomMetrics } from '../platform/metrics.ts';
import { StorageAway } from '../storage/storage-link.ts';
import type { FullStatusReader } from './full-status.ts';
import { refusalEnvelope } from './room-envelope.ts';

/** The longest body of a call that changes a room: a state of 1 MiB, and as much again for the escapes in its text. */
const INLET_BYTES_MAX = 2 * 1_048_576;

/** Bodies received at the same time: bounds the memory that callers without a key can use. */
const BODIES_AT_ONCE_MAX = 64;

/** The body; null if it is larger than allowed. */
async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export interface RoomHttpDeps extends ChangeDeps {
  readonly env: Pick<RoomEnv, 'inletKeys'>;
  readonly fullStatus: FullStatusReader;
  readonly metrics: RoomMetrics;
  readonly logger: Logger;
  readonly readiness: () => { readonly isReady: boolean; readonly isDraining: boolean };
}

interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer | string;
  readonly retryAfterS?: number;
}

type Handler = (request: IncomingMessage, query: URLSearchParams) => Promise<HttpAnswer>;

const refusal = (kind: RefusalKind): HttpAnswer => ({
  status: ERROR_CATALOGUE[kind].httpStatus,
  body: refusalEnvelope(kind),
});

/** All HTTP requests except sockets. Requests are matched by path alone, and their addresses are never logged. */
export function createRoomHttp(deps: RoomHttpDeps): Server {
  const handlers = handlersOf(deps);
  const { logger } = deps;
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '', 'http://gateway');
    const handler = handlers.get(`${request.method} ${address?.pathname}`);
    if (handler === undefined || address === null) return send(response, { status: 404, body: '' });
    handler(request, address.searchParams).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        const isAway = error instanceof StorageAway;
        if (!isAway) logger.error({ err: (error as Error).message, path: address.pathname }, 'a call failed');
        send(response, isAway ? { ...refusal('busy'), retryAfterS: 1 } : { status: 500, body: '' });
      },
    );
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 20_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

function send(response: ServerResponse, { status, body, retryAfterS }: HttpAnswer): void {
  if (response.destroyed) return;
  const isReadWhole = response.req.complete || response.req.method === 'GET';
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // A body that is not read to its end would block the connection.
    ...(isReadWhole ? {} : { connection: 'close' }),
    ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
  });
  response.end(body);
}

function handlersOf(deps: RoomHttpDeps): ReadonlyMap<string, Handler> {
  const { fullStatus, metrics, env, now, readiness } = deps;
  const rooms = oneByOne();
  let bodiesAtOnce = 0;
  const json = (status: number, value: object): HttpAnswer => ({ status, body: JSON.stringify(value) });

  const unsigned = (): HttpAnswer => {
    metrics.batch('unsigned');
    return { status: 401, body: '' };
  };

  const takeInletCall: Handler = async (request) => {
    if (readInletHeaders(request.headers, now().getTime()) === null) return unsigned();
    if (bodiesAtOnce >= BODIES_AT_ONCE_MAX) throw new StorageAway('too many calls of the inlet at once');
    bodiesAtOnce += 1;
    const body = await readBody(request, INLET_BYTES_MAX).finally(() => {
      bodiesAtOnce -= 1;
    });
    if (body === null) return { status: 413, body: '' };
    const call = verifyInletCall(env.inletKeys, request.headers, body, now().getTime());
    if (call === null) return unsigned();
    const reading = readInletBody(body.toString('utf8'));
    const answer =
      reading.kind === 'refused'
        ? { result: reading.kind, why: reading.why }
        : await rooms.run(reading.rid, () => changeRoom(deps, reading, call));
    metrics.batch(answer.result);
    return json(200, answer);
  };

  return new Map<string, Handler>([
    [
      `GET ${readRoomStatus.path}`,
      async (_request, query) => {
        const rid = query.get('rid');
        if (!isRoomId(rid)) return refusal('malformed');
        return { status: 200, body: await fullStatus.read(rid) };
      },
    ],
    [`POST ${INLET_PATH}`, takeInletCall],
    ['GET /healthz', async () => json(200, { alive: true })],
    [
      'GET /readyz',
      async () => {
        const { isReady, isDraining } = readiness();
        return json(isReady ? 200 : 503, { ready: isReady, draining: isDraining });
      },
    ],
  ]);
}
