import cookie from '@fastify/cookie';
import { FAULT, NO_SUCH_CALL, REQUEST_ID_HEADER } from '@jawhara/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ERROR_CATALOGUE } from '@jawhara/contract';
import { faultEnvelope, refusalEnvelope } from './answer.ts';
import { carriesCardData } from './card-tripwire.ts';

const BODY_BYTES_MAX = 64 * 1024;

/** Paths only: a query string may hold what must not be kept. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

export async function createServer(logger: Logger, newId: () => string): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = logger.child(
    {},
    {
      serializers: {
        req: (request: { method: string; url: string; id: string }) => ({
          method: request.method,
          path: pathOf(request.url),
        }),
        res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
      },
    },
  );
  const server = Fastify({
    loggerInstance,
    genReqId: newId,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: 60_000,
    trustProxy: '127.0.0.1',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });
  await server.register(cookie);
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
  server.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  server.addHook('preHandler', async (request, reply) => {
    const isTripped = [request.query, request.body, request.headers[REQUEST_ID_HEADER]].some((part) =>
      carriesCardData(part),
    );
    if (!isTripped) return;
    request.log.error(
      { alert: 'card-data-refused', path: pathOf(request.url) },
      'a request carried card data',
    );
    await reply.code(ERROR_CATALOGUE['card-data'].httpStatus).send(refusalEnvelope('card-data'));
  });
  server.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send(refusalEnvelope('malformed'));
    request.log.error({ err: { name: error.name, message: error.message, stack: error.stack } }, 'fault');
    return reply.code(FAULT.httpStatus).send(faultEnvelope(FAULT));
  });
  server.setNotFoundHandler(async (_request, reply) =>
    reply.code(NO_SUCH_CALL.httpStatus).send(faultEnvelope(NO_SUCH_CALL)),
  );
  return server;
}
