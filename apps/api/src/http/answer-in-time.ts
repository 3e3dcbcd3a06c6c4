import type { FastifyInstance, FastifyReply } from 'fastify';

export interface AnswerTimes {
  readonly withinMs: number;
  readonly lookEveryMs: number;
}

/**
 * Past the time something is broken, and the caller is told so. One look at all who wait, every now and then: a timer and an
 * abort signal for each call, as the framework has them, cost more than everything else at the door.
 */
export function answerInTime(server: FastifyInstance, { withinMs, lookEveryMs }: AnswerTimes): void {
  /** In the order they came: the first who is not late ends the look. */
  const waiting = new Set<FastifyReply>();
  const look = (): void => {
    for (const reply of waiting) {
      if (reply.elapsedTime < withinMs) return;
      waiting.delete(reply);
      if (reply.sent) continue;
      const late = new Error(`no answer within ${withinMs} ms`);
      // Headers are already sent, so this cannot become another answer any more.
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
  const timer = setInterval(look, lookEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}
