import type { Logger } from 'pino';
import { keepEventMonths } from '../orders/store/order-story.store.ts';
import { keepWebhookMonths } from '../orders/store/webhook-months.store.ts';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import { runEvery, type RunningJob } from '../platform/run-every.ts';
import type { App } from './app.ts';

const KEEP_MONTHS_EVERY_MS = 60 * 60_000;

interface Months {
  readonly made: number;
  readonly ahead: number | null;
  readonly dropped?: number;
}

interface MonthJob {
  readonly name: string;
  readonly what: string;
  readonly keep: (tx: Tx) => Promise<Months>;
}

/** Creates the monthly partitions of the months to come, so that there always is one for a new row. */
function startMonths(
  { name, what, keep }: MonthJob,
  { db }: App['context'],
  logger: Logger,
): { readonly job: RunningJob; readonly monthsAhead: () => Promise<number> } {
  let ahead = Number.NaN;
  const job = runEvery(
    name,
    KEEP_MONTHS_EVERY_MS,
    logger,
    async () => {
      const months = await inTransaction(db, keep);
      ahead = months.ahead ?? Number.NaN;
      if (months.made > 0) logger.info({ months }, `made partitions of ${what}`);
      if ((months.dropped ?? 0) > 0) logger.info({ months }, `dropped months of ${what}`);
      if (months.ahead === 0) logger.error({ months }, `the next month has no partition of ${what}`);
    },
    0,
  );
  return { job, monthsAhead: async () => ahead };
}

export function startMonthJobs(
  { context, metrics }: Pick<App, 'context' | 'metrics'>,
  { webhooksKeepMonths, logger }: { readonly webhooksKeepMonths: number; readonly logger: Logger },
): RunningJob {
  const eventsByMonth: MonthJob = {
    name: 'order event months',
    what: 'order events',
    keep: keepEventMonths,
  };
  const webhooksByMonth: MonthJob = {
    name: 'webhook months',
    what: 'webhooks',
    keep: (tx) => keepWebhookMonths(tx, webhooksKeepMonths),
  };
  const events = startMonths(eventsByMonth, context, logger);
  const webhooks = startMonths(webhooksByMonth, context, logger);
  metrics.watch(
    'event_months_ahead',
    'Months to come whose partition of order events is there, at the last look',
    events.monthsAhead,
  );
  metrics.watch(
    'webhook_months_ahead',
    'Months to come whose partition of webhooks is there, at the last look',
    webhooks.monthsAhead,
  );
  return { stop: async () => void (await Promise.all([events.job.stop(), webhooks.job.stop()])) };
}
