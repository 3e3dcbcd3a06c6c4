import type { IncomingMessage } from 'node:http';
import { FAULT, NO_SUCH_CALL, REQUEST_ID_HEADER } from '@jawhara/contract';
import { BODY_BYTES_MAX, BODY_WITHIN_MS, HEADER_BYTES_MAX, SERVER_ANSWERS_WITHIN_MS } from '@jawhara/domain';
import { LogController, type FastifyInstance, type FastifyBaseLogger } from 'fastify';
import Fastify from 'fastify';
import type { Logger } from 'pino';
import { currentRequestId, withLogContext } from '../platform/logger.ts';
import { faultEnvelope, refusalEnvelope, refuse, securityHeaders } from './answer.ts';
import { answerInTime, bodyInTime } from './deadlines.ts';
import { isWithinBounds, readBodies, readParameters } from './read-bodies.ts';
import { callOf } from './call-of.ts';
import { carriesCardData, exemptFields, withoutFields } from './card-tripwire.ts';
import { answerClientError, answerFrameworkError, answerNodeRefusals } from './client-errors.ts';
import { localeOf, sendRefusal } from './refusal.ts';

const PATH_CHARS_MAX = 200;
/** Paths that load balancers and supervisors request every second. Their answers are counted by metrics. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const FIRST_BAD_STATUS = 400;

/** The path without the query string, which may contain data that must not be logged. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  return url.slice(0, query === -1 ? PATH_CHARS_MAX : Math.min(query, PATH_CHARS_MAX));
}

/** True for a part of a batch: such a request was made in this process and has no socket of its own. */
export function isBatchPart(request: IncomingMessage): boolean {
  return '_lightMyRequest' in request;
}

/**
 * Writes one log line for each request when it has ended. A successful probe gets none, because metrics count it. A
 * successful part of a batch gets none, because the line of the batch has the same request id.
 */
function logAccess(server: FastifyInstance, logger: Logger): void {
  // These four fields contain no secret, so redaction by field name is off. Card numbers are still removed from every line.
  const access = logger.child({}, { redact: [] });
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    const path = pathOf(request.url);
    const isQuiet = isBatchPart(request.raw) || PROBES.has(path);
    // Rounded, because one in ten numbers of sixteen digits looks like a card number.
    if (!isQuiet || status >= FIRST_BAD_STATUS)
      access.info({ method: request.method, path, status, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
}

/** Whether this process is shutting down: it still answers, but closes each connection with its answer. */
export interface Draining {
  begin(): void;
  isOn(): boolean;
}

export function createDraining(): Draining {
  let isOn = false;
  return {
    begin: () => {
      isOn = true;
    },
    isOn: () => isOn,
  };
}

/** Closes idle connections at shutdown, because otherwise a proxy would send its next request to a process that has ended. */
export function letConnectionsGo(server: FastifyInstance, draining: Draining): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.isOn()) reply.header('connection', 'close');
    done();
  });
}

/** Waits until open requests have ended, and closes the connections of those that take longer than `withinMs`. */
export async function closeServer(server: FastifyInstance, withinMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), withinMs);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

/** The longest time in which a whole request must arrive, a file included. */
const SENT_WITHIN_MS = 60_000;
/** Room for the headers that proxies add to a request. */
const ADDED_HEADER_BYTES = 8 * 1024;
const NODE_HTTP = {
  maxHeaderSize: HEADER_BYTES_MAX + ADDED_HEADER_BYTES,
  // How often Node checks for late requests.
  connectionsCheckingInterval: 5_000,
  // A missing Host is refused by us, with our envelope.
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
