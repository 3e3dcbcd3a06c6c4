import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface BodyTimes {
  readonly withinMs: number;
  readonly lookEveryMs: number;
}

/** A file has its own end, that of the whole request; it may take longer to send. */
function hasSmallBody({ raw: { headers } }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !(headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');
}

class LateBody extends Error {
  readonly statusCode = 408;
}

/**
 * Ends a request whose body comes a byte at a time: a proxy in front waits for each next byte anew. All of them are looked at in
 * one turn, as with answers (answer-in-time.ts).
 */
export function bodyInTime(server: FastifyInstance, { withinMs, lookEveryMs }: BodyTimes): void {
  /** In the order they came. */
  const receiving = new Set<FastifyReply>();
  const look = (): void => {
    for (const reply of receiving) {
      if (reply.elapsedTime < withinMs) return;
      receiving.delete(reply);
      if (reply.sent) continue;
      reply.header('connection', 'close').send(new LateBody(`no body within ${withinMs} ms`));
      // The rest is nobody's any more.
      reply.raw.once('finish', () => reply.request.raw.destroy());
    }
  };
  server.addHook('onRequest', (request, reply, done) => {
    if (!hasSmallBody(request)) return done();
    receiving.add(reply);
    // Also for senders who go away, for whom the framework never comes to the next step.
    reply.raw.once('close', () => receiving.delete(reply));
    done();
  });
  server.addHook('preValidation', (_request, reply, done) => {
    receiving.delete(reply);
    done();
  });
  const timer = setInterval(look, lookEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}
