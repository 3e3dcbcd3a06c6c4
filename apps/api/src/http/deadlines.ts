import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface AnswerTimes {
  readonly withinMs: number;
  readonly lookEveryMs: number;
}

/**
 * Answers every call that takes too long with an error. One timer checks all waiting calls, because the framework's timer
 * and abort signal per call cost more than the rest of the request's handling.
 */
export function answerInTime(server: FastifyInstance, { withinMs, lookEveryMs }: AnswerTimes): void {
  /** In order of arrival: the first one that is not late ends the search. */
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

/** Whether the body is small; a file may take longer to send and has a limit of its own. */
function hasSmallBody({ raw: { headers } }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !(headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');
}

class LateBody extends Error {
  readonly statusCode = 408;
}

/**
 * Ends a request whose body arrives a byte at a time, because a proxy's time-out starts again with every byte. One timer
 * checks all open requests, as for answers.
 */
export function bodyInTime(server: FastifyInstance, { withinMs, lookEveryMs }: BodyTimes): void {
  /** In order of arrival: the first one that is not late ends the search. */
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
    // Needed for senders who disconnect: the framework then never runs preValidation, which removes the reply.
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
