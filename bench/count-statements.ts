import { connect, createServer, type Socket } from 'node:net';
import { HOST } from '../tools/stack/ports.ts';

/** A statement's text, and how often it was executed. */
export type StatementCounts = ReadonlyMap<string, number>;

export interface StatementCounter {
  counts(): StatementCounts;
  stop(): Promise<void>;
}

const FRAMING = /^\s*(begin|commit|rollback|savepoint|release)\b/i;
export const isFraming = (text: string): boolean => FRAMING.test(text);

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** The first `count` texts of a message; each ends at a zero byte. */
const textsIn = (body: Buffer, count: number): string[] => body.toString('utf8').split('\0', count);

/** Reads what a client sends on its connection. Its start-up packet has no type, every later message has one. */
function clientReader(executed: (text: string) => void): (bytes: Buffer) => void {
  const prepared = new Map<string, string>();
  const handlers: Readonly<Record<string, (body: Buffer) => void>> = {
    P: (body) => {
      const [name = '', text = ''] = textsIn(body, 2);
      prepared.set(name, text);
    },
    B: (body) => executed(prepared.get(textsIn(body, 2)[1] ?? '') ?? '(unknown)'),
    Q: (body) => executed(textsIn(body, 1)[0] ?? ''),
  };
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const typeBytes = isStarted ? TYPE_BYTES : 0;
      if (rest.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      if (isStarted)
        handlers[String.fromCharCode(rest[0] ?? 0)]?.(rest.subarray(TYPE_BYTES + LENGTH_BYTES, end));
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}

/** A proxy for PostgreSQL that counts its clients' statements: exact on any machine, without a server setting. */
export async function countStatements(port: number, postgresUrl: string): Promise<StatementCounter> {
  const counts = new Map<string, number>();
  const open = new Set<Socket>();
  const target = new URL(postgresUrl);
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const read = clientReader((text) => counts.set(text, (counts.get(text) ?? 0) + 1));
    client.on('data', read);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one.setNoDelay());
      one.on('error', () => other.destroy());
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, HOST, listening);
  });
  return {
    counts: () => new Map(counts),
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}
