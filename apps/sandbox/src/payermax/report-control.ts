import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Movements } from '../world/movements.ts';
import { payinTransactionReport } from './payin-transaction-report.ts';

/** PayerMax has no call for reports: a person downloads them from its pages. Tests use this control instead. */
export function reportControl(app: FastifyInstance, movements: Movements, appId: string): void {
  app.get<{ Querystring: { day?: string } }>('/_control/payermax/report', async (request, reply) => {
    const { day = '' } = request.query;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return reply.code(400).send({ wrong: ['day'] });
    const rows = payinTransactionReport(movements.ofDay(day), appId);
    return reply.type('text/csv').send(Readable.from(rows));
  });
}
