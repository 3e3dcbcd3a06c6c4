import { createServer, request as httpRequest } from 'node:http';
import { shop } from './addresses.ts';

/** Another address of this machine, with its own cookies and storage, like another host. */
export const SECOND_HOST = '127.0.0.2';

/** Its address, with the same port as the first. */
export function secondUrl(): string {
  const url = new URL(shop().siteUrl);
  url.hostname = SECOND_HOST;
  return url.origin;
}

/** A second host of the same shop: it forwards everything to the first one, under its own name. */
export async function startSecondHost(siteUrl: string): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(siteUrl);
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const onwards = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    response.on('close', () => onwards.destroy());
    request.pipe(onwards);
  });
  await new Promise<void>((resolve) => server.listen(Number(port), SECOND_HOST, resolve));
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
