import { createServer } from 'node:http';
import type { RoomMetrics } from '../platform/metrics.ts';

/** Serves the metrics on a port of its own, which the public web server does not forward to: they are for the operator only. */
export async function serveMetrics(
  { metrics, isReady }: { readonly metrics: RoomMetrics; readonly isReady: () => boolean },
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ close(): void }> {
  const pages: Readonly<Record<string, () => Promise<{ status: number; type: string; text: string }>>> = {
    '/metrics': async () => ({ status: 200, type: 'text/plain; version=0.0.4', text: await metrics.text() }),
    '/healthz': async () => ({ status: 200, type: 'application/json', text: '{"alive":true}' }),
    '/readyz': async () => ({
      status: isReady() ? 200 : 503,
      type: 'application/json',
      text: JSON.stringify({ ready: isReady() }),
    }),
  };
  const server = createServer((request, response) => {
    const page = request.method === 'GET' ? pages[request.url ?? ''] : undefined;
    if (page === undefined) return response.writeHead(404).end();
    return void page().then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
