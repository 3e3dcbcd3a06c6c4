import { createServer } from 'node:http';
import { freePorts } from '../../../../tools/stack/ports.ts';

export interface ChatReceiver {
  readonly url: string;
  /** The received bodies, in the order of arrival. */
  readonly bodies: string[];
  texts(): string[];
  /** Sets its answer from now on; null: it does not listen at all. */
  answer(status: number | null, body?: string): Promise<void>;
  close(): Promise<void>;
}

/** A chat bot's address on this machine, which can be away. */
export async function chatReceiver(): Promise<ChatReceiver> {
  const [port = 0] = await freePorts(1);
  const bodies: string[] = [];
  let status = 200;
  let said = 'ok';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('utf8')));
    request.on('end', () => {
      // The redirect leads to an address that always answers 200, so a client that follows it would be noticed.
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
