import type { Logger } from 'pino';
import { forgetEndedLogins } from '../accounts/log-in.ts';
import { countUnpostedAlerts } from '../alerts/alert-post.store.ts';
import { chatBot, postAlerts } from '../alerts/post-alerts.ts';
import { watchFlows } from '../alerts/watch-flows.ts';
import { forgetUsedTransfers } from '../device-transfer/use-transfer.ts';
import { forgetLooseUploads } from '../feedback/issue-uploads.ts';
import { startMailJobs } from './mail-jobs.ts';
import { startMonthJobs } from './month-jobs.ts';
import { countBooks } from '../orders/base/write-books.ts';
import { sweepOrders } from '../orders/follow-up/sweep-orders.ts';
import { watchConnections, watchDeliveries } from '../orders/follow-up/watch-orders.ts';
import { endDatedBans } from '../penalties/end-dated-bans.ts';
import { troubledFlows } from '../platform/restate-admin.ts';
import { runEvery, type RunningJob } from '../platform/run-every.ts';
import { forgetCards } from '../saved-cards/forget-cards.ts';
import { forgetOldTelemetry } from '../telemetry/forget-old-telemetry.ts';
import { daysOfPem, daysOfSite } from '../system/certificate-days.ts';
import type { App } from './app.ts';
import type { Env } from './env.ts';
import { endRetention } from './retention-jobs.ts';

/** Runs a job that depends on the clock. A worker whose clock is wrong skips it; workers with a right clock run it. */
function runByClock(
  { isClockRight }: Pick<App['context'], 'isClockRight'>,
  ...[name, everyMs, logger, work, firstAfterMs]: Parameters<typeof runEvery>
): RunningJob {
  const run = async (): Promise<void> => ((await isClockRight()) ? work() : undefined);
  return runEvery(name, everyMs, logger, run, firstAfterMs);
}

const WATCH_FLOWS_EVERY_MS = 15_000;
const WATCH_CONNECTIONS_EVERY_MS = 30_000;
const WATCH_DELIVERIES_EVERY_MS = 30_000;
const POST_ALERTS_EVERY_MS = 2_000;
const UNPOSTED_AFTER_MS = 60_000;

/** Jobs that raise alerts, and the job that posts them. */
export function startAlertJobs({
  env,
  app: { context, metrics, cards },
  logger,
}: {
  readonly env: Env;
  readonly app: Pick<App, 'context' | 'metrics' | 'cards'>;
  readonly logger: Logger;
}): RunningJob {
  const { db, now, newId } = context;
  const troubled = () => troubledFlows(env.restateAdmin, env.orderObject);
  const flows = watchFlows(metrics, { db, now, newId, logger, troubled });
  const jobs = [
    runEvery('flow watch', WATCH_FLOWS_EVERY_MS, logger, () => flows.look()),
    runEvery('connection watch', WATCH_CONNECTIONS_EVERY_MS, logger, () =>
      watchConnections(context, cards.providers),
    ),
    runByClock(context, 'delivery watch', WATCH_DELIVERIES_EVERY_MS, logger, () =>
      watchDeliveries(context, env.promises),
    ),
  ];
  const { alertWebhook } = env;
  if (alertWebhook !== null) {
    const bot = chatBot(alertWebhook.url, alertWebhook.format);
    metrics.watch('alerts_unposted', 'Alerts that could not be posted for a minute', () =>
      countUnpostedAlerts(db, new Date(now().getTime() - UNPOSTED_AFTER_MS)),
    );
    jobs.push(
      runEvery('alerts', POST_ALERTS_EVERY_MS, logger, async () => {
        await postAlerts({ db, now, logger, bot });
      }),
    );
  }
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}

/** A run deletes a limited number of rows, and the next run continues. */
const END_RETENTION_EVERY_MS = 15 * 60_000;
const FORGET_LOGINS_EVERY_MS = 10 * 60_000;
const FORGET_UPLOADS_EVERY_MS = 10 * 60_000;
const END_BANS_EVERY_MS = 10_000;
/**
 * Telemetry is dropped one day at a time, once a day. The check is cheap and runs every hour, so that a failed try is
 * soon repeated.
 */
const FORGET_TELEMETRY_EVERY_MS = 60 * 60_000;

const COUNT_BOOKS_EVERY_MS = 5 * 60_000;
/** Longer than the interval: each order is counted several times, so a worker that dies leaves no order uncounted. */
const COUNT_BOOKS_SINCE_MS = 20 * 60_000;

/** Compares the ledger with the recorded payments and refunds; the metric has the result of the last comparison. */
function startBooksCount({ context, metrics }: Pick<App, 'context' | 'metrics'>, logger: Logger): RunningJob {
  let drifted = 0;
  metrics.watch(
    'books_drifted',
    'Orders whose ledger is not what follows from their money, at the last count',
    async () => drifted,
  );
  return runEvery('books count', COUNT_BOOKS_EVERY_MS, logger, async () => {
    const count = await countBooks(context, new Date(context.now().getTime() - COUNT_BOOKS_SINCE_MS));
    drifted = count.drifted.length;
    if (drifted > 0)
      logger.error({ orderIds: count.drifted }, 'the ledger of orders is not what follows from their money');
  });
}

const READ_CERTIFICATES_EVERY_MS = 3_600_000;
const FIRST_CERTIFICATES_AFTER_MS = 5_000;

/** Reads in how many days the certificates expire, for an alert rule in deploy/watch. NaN if a certificate cannot be read. */
function startCertificateWatch(
  { siteUrl, providers }: Env,
  { context: { now }, metrics }: Pick<App, 'context' | 'metrics'>,
  logger: Logger,
): RunningJob {
  const apple = Object.values(providers).find((one) => one !== null && 'identity' in one)?.identity;
  const applePem = apple?.certificatePem;
  let site = Number.NaN;
  metrics.watch('edge_certificate_days', 'Days until the certificate of the site ends', async () => site);
  metrics.watch('apple_certificate_days', 'Days until our merchant identity at Apple ends', async () =>
    applePem === undefined ? Number.NaN : daysOfPem(applePem, now),
  );
  const read = async (): Promise<void> => {
    site = (await daysOfSite(siteUrl, now)) ?? Number.NaN;
  };
  return runEvery('certificates', READ_CERTIFICATES_EVERY_MS, logger, read, FIRST_CERTIFICATES_AFTER_MS);
}

/** Starts the scheduled jobs of a worker. Any number of workers may run them at once, because each job reserves its rows. */
export function startWorkerJobs({
  env,
  app,
  logger,
}: {
  readonly env: Env;
  readonly app: App;
  readonly logger: Logger;
}): RunningJob {
  const { db, now } = app.context;
  const jobs = [
    runByClock(app.context, 'sweeper', env.sweepEveryMs, logger, async () => {
      const swept = await sweepOrders(app.context, app.life);
      app.metrics.swept('notifications', swept.notifications);
      app.metrics.swept('orders', swept.orders);
      if (swept.notifications + swept.orders > 0) logger.info({ swept }, 'handed over what was left behind');
    }),
    runByClock(
      app.context,
      'old telemetry',
      FORGET_TELEMETRY_EVERY_MS,
      logger,
      async () => void (await forgetOldTelemetry({ db, logger, keepDays: env.telemetryKeepDays })),
      0,
    ),
    runByClock(app.context, 'retention', END_RETENTION_EVERY_MS, logger, async () => {
      await endRetention({ db, now, logger, months: env.retentionMonths, count: app.metrics.retentionEnded });
    }),
    runByClock(app.context, 'ended logins', FORGET_LOGINS_EVERY_MS, logger, async () => {
      await forgetEndedLogins({ db, now });
      await forgetUsedTransfers({ db, now });
    }),
    runByClock(app.context, 'loose uploads', FORGET_UPLOADS_EVERY_MS, logger, async () => {
      const gone = await forgetLooseUploads(app.feedback);
      if (gone > 0) logger.info({ gone }, 'forgot files that no report took');
    }),
    runByClock(
      app.context,
      'dated bans',
      END_BANS_EVERY_MS,
      logger,
      async () => void (await endDatedBans({ db, now, logger })),
      0,
    ),
    startAlertJobs({ env, app, logger }),
    startMailJobs({ env, app, logger }),
    startBooksCount(app, logger),
    startCertificateWatch(env, app, logger),
    startMonthJobs(app, { webhooksKeepMonths: env.webhooksKeepMonths, logger }),
    runByClock(app.context, 'cards to forget', env.sweepEveryMs, logger, async () => {
      const { closed, forgotten } = await forgetCards(app.cards);
      if (closed + forgotten > 0) logger.info({ closed, forgotten }, 'forgot cards nobody said yes to');
    }),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
