import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { recordIn, textIn } from '../world/reading.ts';
import type { Movements } from '../world/movements.ts';
import { settlementDetailsReport } from './settlement-details-report.ts';
import type { WebhookSigning } from './webhook-body.ts';

export interface AdyenReportsDeps extends WebhookSigning {
  readonly movements: Movements;
  readonly apiKey: string;
  readonly publicUrl: () => string;
  readonly now: () => number;
  readonly send: (body: string) => void;
}

const ADDRESS = '/adyen/reports/download/MerchantAccount';

/** The webhook that reports a new settlement report: `reason` is the file's address, `pspReference` its name. */
function reportWebhook({ merchantAccount, hmacKey, publicUrl, now }: AdyenReportsDeps, file: string): string {
  const signed = [file, '', merchantAccount, '', 0, 'EUR', 'REPORT_AVAILABLE', 'true'].join(':');
  const hmacSignature = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest('base64');
  const item = {
    additionalData: { hmacSignature },
    amount: { currency: 'EUR', value: 0 },
    eventCode: 'REPORT_AVAILABLE',
    eventDate: new Date(now()).toISOString(),
    merchantAccountCode: merchantAccount,
    merchantReference: '',
    pspReference: file,
    reason: `${publicUrl()}${ADDRESS}/${merchantAccount}/${file}`,
    success: 'true',
  };
  return JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] });
}

/** A control call makes a payout; its report is then fetched as at the real provider. */
export function reportsRoutes(app: FastifyInstance, deps: AdyenReportsDeps) {
  const { movements, merchantAccount } = deps;
  /** The days that have been paid out, each with its batch. A day paid out again has a new one. */
  const batches: string[] = [];

  app.post('/_control/adyen/report', async (request, reply) => {
    const day = textIn(recordIn(request.body), 'day');
    if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return reply.code(400).send({ wrong: ['day'] });
    const batch = batches.push(day);
    const file = `settlement_detail_report_batch_${batch}.csv`;
    deps.send(reportWebhook(deps, file));
    return { file, address: `${deps.publicUrl()}${ADDRESS}/${merchantAccount}/${file}` };
  });

  app.get<{ Params: { account: string; file: string } }>(
    `${ADDRESS}/:account/:file`,
    async (request, reply) => {
      if (request.headers['x-api-key'] !== deps.apiKey) return reply.code(401).send();
      const batch = Number(/^settlement_detail_report_batch_(\d+)\.csv$/.exec(request.params.file)?.[1]);
      const day = batches[batch - 1];
      // Adyen answers 404 alike for a report that is not ready, of another account, or unknown.
      if (day === undefined || request.params.account !== merchantAccount) return reply.code(404).send();
      const rows = settlementDetailsReport(movements.ofDay(day), { merchantAccount, batch });
      return reply.type('text/csv').send(Readable.from(rows));
    },
  );

  return {
    clear(): void {
      batches.length = 0;
    },
  };
}
