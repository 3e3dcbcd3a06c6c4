import { FAULT, NO_SUCH_CALL, REQUEST_ID_HEADER } from '@jawhara/contract';
import { BODY_BYTES_MAX, BODY_WITHIN_MS, HEADER_BYTES_MAX, SERVER_ANSWERS_WITHIN_MS } from '@jawhara/domain';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isBatchPart, logAccess, pathOf } from './access-log.ts';
import { currentRequestId, withLogContext } from '../platform/logger.ts';
import { faultEnvelope, refusalEnvelope, refuse } from './answer.ts';
import { answerInTime, bodyInTime } from './deadlines.ts';
import { isWithinBounds, readBodies, readParameters } from './read-bodies.ts';
import { callOf } from './call-of.ts';
import { carriesCardData, exemptFields, withoutFields } from './card-tripwire.ts';
import { answerClientError, answerFrameworkError, answerNodeRefusals } from './client-errors.ts';
import { localeOf, sendRefusal } from './refusal.ts';
import { securityHeaders } from './security-headers.ts';

/** For a whole request, a file included. */
const SENT_WITHIN_MS = 60_000;
/** Room for the headers that proxies add to a request. */
const ADDED_HEADER_BYTES = 8 * 1024;
const NODE_HTTP = {
  maxHeaderSize: HEADER_BYTES_MAX + ADDED_HEADER_BYTES,
  // How often Node checks for late requests.
  connectionsCheckingInterval: 5_000,
  // Our own door refuses it, with our envelope.
  requireHostHeader: false,
};
const BODY_TIMES = { withinMs: BODY_WITHIN_MS, lookEveryMs: 1_000 };
const ANSWER_TIMES = { withinMs: SERVER_ANSWERS_WITHIN_MS, lookEveryMs: 1_000 };

export async function createServer(
  logger: Logger,
  newId: () => string,
  trustedProxies: readonly string[],
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = logger;
  const server = Fastify({
    loggerInstance,
    // `logAccess` writes one line a request instead of the framework's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => (isBatchPart(request) ? currentRequestId() : null) ?? newId(),
    // The log context adds the request id to every line, so no logger per request is needed.
    childLoggerFactory: (parent) => parent,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: SENT_WITHIN_MS,
    http: NODE_HTTP,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    trustProxy: [...trustedProxies],
    // During shutdown a request that arrived on an open connection is answered normally.
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: false,
      maxParamLength: 200,
      querystringParser: readParameters,
    },
  });
  server.decorateRequest('call', null);
  server.decorateRequest('device', null);
  readBodies(server);
  securityHeaders(server);
  answerNodeRefusals(server);
  answerInTime(server, ANSWER_TIMES);
  bodyInTime(server, BODY_TIMES);
  server.addHook('onRequest', (request, _reply, done) => withLogContext({ requestId: request.id }, done));
  logAccess(server, logger);
  server.addHook('preHandler', (request, reply, done) => {
    if (!isWithinBounds(request.body)) return void sendRefusal(reply, refuse('malformed'));
    const exempt = exemptFields(callOf(request));
    const isTripped = [request.query, request.body, request.headers[REQUEST_ID_HEADER]].some((part) =>
      carriesCardData(withoutFields(part, exempt)),
    );
    if (!isTripped) return done();
    request.log.error(
      { alert: 'card-data-refused', path: pathOf(request.url) },
      'a request carried card data',
    );
    return void sendRefusal(reply, refuse('card-data'));
  });
  server.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send(refusalEnvelope('malformed', localeOf(request)));
    request.log.error({ err: { name: error.name, message: error.message, stack: error.stack } }, 'fault');
    return reply.code(FAULT.httpStatus).send(faultEnvelope(FAULT, localeOf(request)));
  });
  server.setNotFoundHandler(async (request, reply) =>
    reply.code(NO_SUCH_CALL.httpStatus).send(faultEnvelope(NO_SUCH_CALL, localeOf(request))),
  );
  return server;
}
