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
  readonly gauge: string;
  readonly keep: (tx: Tx) => Promise<Months>;
}

/** Makes the partitions of the months to come, so that no row ever waits for one. */
function startMonths(
  { name, what, gauge, keep }: MonthJob,
  { context: { db }, metrics }: Pick<App, 'context' | 'metrics'>,
  logger: Logger,
): RunningJob {
  let ahead = Number.NaN;
  metrics.watch(
    gauge,
    `Months to come whose partition of ${what} is there, at the last look`,
    async () => ahead,
  );
  return runEvery(
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
}

export function startMonthJobs(
  app: Pick<App, 'context' | 'metrics'>,
  { webhooksKeepMonths, logger }: { readonly webhooksKeepMonths: number; readonly logger: Logger },
): RunningJob {
  const events: MonthJob = {
    name: 'order event months',
    what: 'order events',
    gauge: 'event_months_ahead',
    keep: keepEventMonths,
  };
  const webhooks: MonthJob = {
    name: 'webhook months',
    what: 'webhooks',
    gauge: 'webhook_months_ahead',
    keep: (tx) => keepWebhookMonths(tx, webhooksKeepMonths),
  };
  const jobs = [events, webhooks].map((job) => startMonths(job, app, logger));
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
