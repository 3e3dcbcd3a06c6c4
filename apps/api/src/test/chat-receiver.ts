import { createServer } from 'node:http';
import { freePorts } from '../../../../tools/stack/ports.ts';

export interface ChatReceiver {
  readonly url: string;
  /** The received bodies, in the order in which they arrived. */
  readonly bodies: string[];
  texts(): string[];
  /** Sets the answer to all later messages; null: the chat cannot be reached. */
  answer(status: number | null, body?: string): Promise<void>;
  close(): Promise<void>;
}

/** A chat on this machine, which a test can make unreachable. */
export async function chatReceiver(): Promise<ChatReceiver> {
  const [port = 0] = await freePorts(1);
  const bodies: string[] = [];
  let status = 200;
  let said = 'ok';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('utf8')));
    request.on('end', () => {
      // The redirect leads to an address that answers every request with 200, so a client that follows it is noticed.
      const isElsewhere = request.url === '/elsewhere';
      if (status === 200) bodies.push(body);
      response.writeHead(isElsewhere ? 200 : status, { location: '/elsewhere' }).end(said);
    });
  });
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  await listen();
  return {
    url: `http://127.0.0.1:${port}/services/T0/B0/secret`,
    bodies,
    texts: () => bodies.map((body) => (JSON.parse(body) as { text: string }).text),
    async answer(next, body = 'ok') {
      if (next === null) return stop();
      if (!server.listening) await listen();
      status = next;
      said = body;
    },
    close: async () => (server.listening ? stop() : undefined),
  };
}
