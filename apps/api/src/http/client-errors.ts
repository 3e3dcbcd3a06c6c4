import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_LOCALE } from '@jawhara/domain';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalEnvelope, refuse, API_HEADERS } from './answer.ts';
import { localeOf, sendRefusal } from './refusal.ts';

/** The status for Node's error code; every other error is answered as a malformed request. */
const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** Refuses a missing Host and an unknown Expect header. Otherwise Node would answer them, without our headers and envelope. */
export function answerNodeRefusals(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersion === '1.0' || request.raw.headers.host !== undefined) return done();
    sendRefusal(reply, refuse('malformed'));
  });
  server.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(refusalEnvelope('malformed', localeOf(request)));
    const length = Buffer.byteLength(body);
    response
      .writeHead(417, {
        ...API_HEADERS,
        'content-type': JSON_TYPE,
        'content-length': length,
        connection: 'close',
      })
      .end(body);
  });
}

/** The whole answer as bytes, because Node passes only the socket of an unreadable request. */
function bareAnswer(status: number): string {
  const body = JSON.stringify(refusalEnvelope('malformed', DEFAULT_LOCALE));
  const headers = {
    ...API_HEADERS,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Answers a request that is malformed, too slow or has too long headers: with our envelope and headers, without a
 * reason.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  // The answer to an earlier request on this connection has started, so another one cannot be sent.
  const hasResponseStarted =
    (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;
  if (hasResponseStarted) return void socket.destroy();
  socket.end(bareAnswer(STATUS_OF_ERROR[error.code ?? ''] ?? 400), () => socket.destroy());
}

/** Answers an address that the framework cannot parse: its hooks have not run, so the headers are set here. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply
    .code(error.statusCode ?? 400)
    .headers({ ...API_HEADERS, 'x-request-id': request.id, 'content-type': JSON_TYPE })
    .send(JSON.stringify(refusalEnvelope('malformed', localeOf(request))));
}
