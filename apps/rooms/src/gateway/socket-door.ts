import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { readSocketQuery, type SocketQuery } from '@jawhara/room-sync';
import { WebSocketServer } from 'ws';
import type { RoomEnv } from '../env.ts';
import { checkTicket, spendTicket } from './ticket-check.ts';
import type { HubDeps } from './room-hub.ts';
import type { Admission, SocketKeeper } from './socket-keeper.ts';
import { fullBucket, takeToken } from './token-bucket.ts';

export const SOCKET_PATH = '/api/room/socket/';
/** The longest message that a client may send (RP-57); a longer one closes its socket with code 1009. */
const INBOUND_BYTES_MAX = 4_096;

/** A heartbeat is one small frame: a message in many fragments would only fill the gateway's memory. */
const SOCKET_OPTIONS = {
  noServer: true,
  maxPayload: INBOUND_BYTES_MAX,
  maxFragments: 4,
  maxBufferedChunks: 256,
  perMessageDeflate: false,
  clientTracking: false,
};

export type DoorRefusal = 401 | 403 | 404 | 429 | 503;

const STATUS_TEXTS = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const satisfies Record<DoorRefusal, string>;

export interface DoorDeps extends Pick<HubDeps, 'link' | 'metrics' | 'logger' | 'now'> {
  readonly env: RoomEnv;
  readonly isDraining: () => boolean;
  readonly keeper: Pick<SocketKeeper, 'count' | 'socketsOf' | 'accept'>;
}

function refuse(connection: Duplex, status: DoorRefusal): void {
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_TEXTS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
  connection.once('finish', () => connection.destroy());
}

/** Copies the text: a substring would keep the whole address in memory for as long as the socket lives. */
const ownText = (part: string): string => Buffer.from(part, 'latin1').toString('latin1');

/** Reads rid, ticket and sn, each present at most once (RP-40). `no-room`: another path or a wrong value. */
function queryOf(address: string): SocketQuery | 'no-room' | 'no-ticket' {
  if (!URL.canParse(address, 'http://gateway')) return 'no-room';
  const { pathname, searchParams } = new URL(address, 'http://gateway');
  if (pathname !== SOCKET_PATH) return 'no-room';
  const once = (name: string) => {
    const [value = null, ...others] = searchParams.getAll(name);
    return others.length > 0 ? null : value;
  };
  if (!once('ticket')) return 'no-ticket';
  return readSocketQuery(once) ?? 'no-room';
}

/** Accepts or refuses every socket (RP-56). Cheap checks come first; only requests with a valid ticket count against the rate. */
export function createDoor(
  deps: DoorDeps,
): (request: IncomingMessage, connection: Duplex, head: Buffer) => void {
  const { env, link, metrics, logger, now } = deps;
  const limit = { burst: env.acceptsPerSecond, perSecond: env.acceptsPerSecond };
  const budget = fullBucket(limit, now().getTime());
  const server = new WebSocketServer(SOCKET_OPTIONS);

  async function judge(request: IncomingMessage): Promise<DoorRefusal | Admission> {
    const nowMs = now().getTime();
    const query = queryOf(request.url ?? '');
    if (query === 'no-room') return 404;
    if (query === 'no-ticket') return 401;
    if (!env.origins.includes(request.headers.origin ?? '')) return 403;
    if (deps.isDraining() || !link.isUsable()) return 503;
    const ticket = checkTicket(query.ticket, query.rid, env.ticketKey, nowMs);
    if (ticket === null) return 401;
    if (deps.keeper.socketsOf(ticket.subject) >= env.socketsPerVisitor) return 429;
    if (deps.keeper.count >= env.socketsMax) return 503;
    if (!takeToken(budget, limit, nowMs)) return 429;
    if (!(await spendTicket(link.redis, ticket))) return 401;
    return { rid: ownText(query.rid), subject: ownText(ticket.subject), sn: query.sn };
  }

  return (request, connection, head) => {
    const onError = () => connection.destroy();
    connection.on('error', onError);
    judge(request).then(
      (judged) => {
        metrics.upgraded(typeof judged === 'number' ? String(judged) : 'accepted');
        if (typeof judged === 'number') return refuse(connection, judged);
        if (connection.destroyed) return;
        connection.off('error', onError);
        server.handleUpgrade(request, connection, head, (ws) => deps.keeper.accept(ws, connection, judged));
      },
      (error: unknown) => {
        metrics.upgraded('503');
        logger.warn({ err: (error as Error).message }, 'an upgrade could not be judged');
        refuse(connection, 503);
      },
    );
  };
}
