import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawWebhook } from '../providers/provider.ts';

export interface WebhookReceiver {
  readonly url: string;
  readonly received: RawWebhook[];
  close(): void;
}

/** A server in place of our webhook routes. `reply`: the answer that the provider expects. */
export async function receiveWebhooks(reply = ''): Promise<WebhookReceiver> {
  const received: RawWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
