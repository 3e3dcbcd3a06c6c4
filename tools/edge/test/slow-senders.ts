import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** The part of a request that a slow sender sends before it stops sending. */
export type SlowPhase = 'body' | 'stream' | 'unwanted-body' | 'head' | 'idle';

const BODY = 'Content-Type: application/csp-report\r\nContent-Length: 60000\r\n\r\n{';
const TEXTS = {
  body: `POST /api/sys/csp_report/ HTTP/1.1\r\nHost: 127.0.0.1\r\n${BODY}`,
  'unwanted-body': `POST /pay HTTP/1.1\r\nHost: 127.0.0.1\r\n${BODY}`,
  head: 'GET /pay HTTP/1.1\r\nHost: 127.0.0.1\r\nx: ',
  idle: '',
} as const;

export interface SenderCounts {
  readonly held: number;
  readonly tries: number;
}

interface Senders {
  counts(): SenderCounts;
  stop(): void;
}

type Connection = TLSSocket | ClientHttp2Session;

function connectOne(phase: SlowPhase, port: number, opened: () => void): Connection {
  const options = { host: '127.0.0.1', port, rejectUnauthorized: false };
  if (phase === 'stream') {
    const session = connectHttp2(`https://127.0.0.1:${port}`, options, () => {
      const headers = { ':method': 'POST', ':path': '/api/sys/csp_report/', 'content-length': 60_000 };
      const stream = session.request(headers);
      // A refused stream leaves an idle session, so the attacker starts a new one.
      stream.on('error', () => {}).on('response', () => session.destroy());
      stream.write('{');
      opened();
    });
    return session;
  }
  const socket = connectTls({ ...options, ALPNProtocols: ['http/1.1'] }, () => {
    socket.write(TEXTS[phase]);
    opened();
  });
  return socket.resume();
}

/** Opens this many connections at once from 127.0.0.1; a closed one is reopened after a quarter of a second. */
export function startSlowSenders(phase: SlowPhase, port: number, count: number): Senders {
  const live = new Set<Connection>();
  let tries = 0;
  let isOver = false;
  const begin = (): void => {
    if (isOver) return;
    tries += 1;
    const connection = connectOne(phase, port, () => live.add(connection));
    connection.on('error', () => {});
    connection.once('close', () => {
      live.delete(connection);
      setTimeout(begin, 250);
    });
  };
  for (let index = 0; index < count; index += 1) setTimeout(begin, index * 3);
  return {
    counts: () => ({ held: live.size, tries }),
    stop() {
      isOver = true;
      for (const connection of live) connection.destroy();
    },
  };
}
