import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface AnswerTimes {
  readonly withinMs: number;
  readonly lookEveryMs: number;
}

/**
 * Answers every call that takes too long with an error. One timer checks all waiting calls: a timer and an abort signal
 * for each call, as the framework offers, cost more than the rest of the request's handling.
 */
export function answerInTime(server: FastifyInstance, { withinMs, lookEveryMs }: AnswerTimes): void {
  /** Replies in the order in which their requests arrived, so the search ends at the first one that is not late. */
  const waiting = new Set<FastifyReply>();
  const checkDeadlines = (): void => {
    for (const reply of waiting) {
      if (reply.elapsedTime < withinMs) return;
      waiting.delete(reply);
      if (reply.sent) continue;
      const late = new Error(`no answer within ${withinMs} ms`);
      // The headers are sent already, so no other answer is possible.
      if (reply.raw.headersSent) reply.raw.destroy(late);
      else reply.send(late);
    }
  };
  server.addHook('onRequest', (_request, reply, done) => {
    waiting.add(reply);
    done();
  });
  server.addHook('onResponse', (_request, reply, done) => {
    waiting.delete(reply);
    done();
  });
  const timer = setInterval(checkDeadlines, lookEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}

export interface BodyTimes {
  readonly withinMs: number;
  readonly lookEveryMs: number;
}

/** Whether the body must arrive within the time limit: every body except a form with a file, which has a limit of its own. */
function hasSmallBody({ raw: { headers } }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !(headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');
}

class LateBody extends Error {
  readonly statusCode = 408;
}

/**
 * Ends a request whose body arrives too slowly, for example a byte at a time: a proxy's time-out starts again with
 * every byte. One timer checks all open requests, as for answers.
 */
export function bodyInTime(server: FastifyInstance, { withinMs, lookEveryMs }: BodyTimes): void {
  /** Replies in the order in which their requests arrived, so the search ends at the first one that is not late. */
  const receiving = new Set<FastifyReply>();
  const checkDeadlines = (): void => {
    for (const reply of receiving) {
      if (reply.elapsedTime < withinMs) return;
      receiving.delete(reply);
      if (reply.sent) continue;
      reply.header('connection', 'close').send(new LateBody(`no body within ${withinMs} ms`));
      // The rest of the body is not read.
      reply.raw.once('finish', () => reply.request.raw.destroy());
    }
  };
  server.addHook('onRequest', (request, reply, done) => {
    if (!hasSmallBody(request)) return done();
    receiving.add(reply);
    // If the sender disconnects, the framework never runs preValidation, where a reply is otherwise removed.
    reply.raw.once('close', () => receiving.delete(reply));
    done();
  });
  server.addHook('preValidation', (_request, reply, done) => {
    receiving.delete(reply);
    done();
  });
  const timer = setInterval(checkDeadlines, lookEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}
