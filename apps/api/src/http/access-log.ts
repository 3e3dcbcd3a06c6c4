import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

const PATH_CHARS_MAX = 200;
/** Asked every second by balancers and supervisors; the metrics count their answers. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const FIRST_BAD_STATUS = 400;

/** Paths only: a query string may contain data that must not be logged. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return url.slice(0, query === -1 ? PATH_CHARS_MAX : Math.min(query, PATH_CHARS_MAX));
}

/** True for a part of a batch: such a request was made in this process and has no socket of its own. */
export function isBatchPart(request: IncomingMessage): boolean {
  return '_lightMyRequest' in request;
}

/**
 * Writes one line for a request, when it has ended. Good answers to probes and to parts of a batch have none: the batch's own line,
 * with the same request id, stands for them.
 */
export function logAccess(server: FastifyInstance, logger: Logger): void {
  // Nothing to redact by name: the fields are these four. Card numbers are struck out of every line, as always.
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
