import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sendAnswer } from '../world/answer.ts';
import { dayOf, type Movements } from '../world/movements.ts';
import { financialActionsReport } from './financial-actions-report.ts';
import { invalidAnswer, NOT_FOUND, unauthorised } from './refusals.ts';

export interface CheckoutComReportsDeps {
  readonly movements: Movements;
  readonly secretKey: string;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

const DAY_MS = 24 * 3_600_000;
/** A day's report counts as made at 00:30 on the next day; the report of the present day, at the time of the request. */
const MADE_AFTER_MS = DAY_MS + 30 * 60_000;
const LIMIT_MAX = 100;

const compact = (day: string): string => day.replaceAll('-', '');
const payoutOf = (day: string): string => `${compact(day).slice(2)}PAY`;

function reportBody(day: string, { publicUrl, now }: CheckoutComReportsDeps) {
  const from = Date.parse(`${day}T00:00:00Z`);
  const id = `rpt_${compact(day)}`;
  const self = `${publicUrl()}/reports/${id}`;
  return {
    id,
    created_on: new Date(Math.min(from + MADE_AFTER_MS, now())).toISOString(),
    type: 'FinancialActionsByPayoutID',
    description: 'Financial Actions by Payout ID',
    account: { client_id: 'cli_jawharasandbox', entity_id: 'ent_jawharasandbox' },
    tags: [`payout_id:${payoutOf(day)}`],
    from: new Date(from).toISOString(),
    to: new Date(from + DAY_MS).toISOString(),
    files: [
      {
        id: `file_${compact(day)}`,
        filename: `financial-actions_ent_jawharasandbox_${compact(day)}_${payoutOf(day)}_1.csv`,
        format: 'CSV',
        _links: { self: { href: `${self}/files/file_${compact(day)}` } },
      },
    ],
    _links: { self: { href: self } },
  };
}

interface ReportRequest {
  created_after?: string;
  created_before?: string;
  limit?: string;
  pagination_token?: string;
}

/** Reports of every day on which something moved, fetched with the secret key. */
export function reportsRoutes(app: FastifyInstance, deps: CheckoutComReportsDeps): void {
  const { movements, publicUrl, now } = deps;
  const known = (): string[] => movements.days().filter((day) => day <= dayOf(now()));
  const dayOfId = (id: string): string | undefined =>
    known().find((day) => id === `rpt_${compact(day)}` || id === `file_${compact(day)}`);

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) =>
      request.headers.authorization === `Bearer ${deps.secretKey}` ? undefined : unauthorised(reply),
    );

    scope.get<{ Querystring: ReportRequest }>('/reports', async (request, reply) => {
      const { created_after: after = '', created_before: before = '9', limit = '10' } = request.query;
      const most = Number(limit);
      if (!Number.isInteger(most) || most < 1 || most > LIMIT_MAX)
        return sendAnswer(reply, invalidAnswer(['limit_invalid']));
      const made = known()
        .map((day) => reportBody(day, deps))
        .filter(({ created_on: at }) => at >= after && at < before);
      const start = Number(request.query.pagination_token ?? 0);
      const query = new URLSearchParams({ ...request.query, pagination_token: String(start + most) });
      const next = `${publicUrl()}/reports?${query.toString()}`;
      const isMore = made.length > start + most;
      return {
        count: made.length,
        limit: most,
        data: made.slice(start, start + most),
        _links: isMore ? { next: { href: next } } : {},
      };
    });

    scope.get<{ Params: { id: string } }>('/reports/:id', async (request, reply) => {
      const day = dayOfId(request.params.id);
      return day === undefined ? sendAnswer(reply, NOT_FOUND) : reportBody(day, deps);
    });

    scope.get<{ Params: { id: string; file: string } }>(
      '/reports/:id/files/:file',
      async (request, reply) => {
        const day = dayOfId(request.params.id);
        if (day === undefined || dayOfId(request.params.file) !== day) return sendAnswer(reply, NOT_FOUND);
        const rows = financialActionsReport(movements.ofDay(day), payoutOf(day));
        return reply.type('text/csv').send(Readable.from(rows));
      },
    );
  });
}
