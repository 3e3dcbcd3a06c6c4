import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { readLocale } from '@jawhara/domain';
import { edgeEnvelope, type EdgeRefusal } from './edge-refusals.ts';

export interface Upstream {
  /** Host and port of the API. */
  readonly apiHost: string;
  readonly bodyBytesMax: number;
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  refusal: EdgeRefusal,
): void {
  if (!response.headersSent) {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.write(edgeEnvelope(refusal, readLocale(request.headers['accept-language'])));
  }
  response.end();
}

/** Acts as nginx in development: passes a call to the API unchanged, with the client's address set anew. */
export function handToApi(request: IncomingMessage, response: ServerResponse, upstream: Upstream): void {
  const { apiHost, bodyBytesMax } = upstream;
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax)
    return refuse(request, response, 413, 'malformed');
  const { hostname, port } = new URL(`http://${apiHost}`);
  const { 'x-forwarded-host': _host, forwarded: _forwarded, ...headers } = request.headers;
  const passed = httpRequest(
    {
      host: hostname,
      port,
      method: request.method,
      path: request.url,
      headers: { ...headers, 'x-forwarded-for': request.socket.remoteAddress },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on('error', () => refuse(request, response, 502, 'fault'));
  // The browser disconnected, so the API should stop too.
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}
