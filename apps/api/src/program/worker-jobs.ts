import type { Logger } from 'pino';
import { forgetEndedLogins } from '../accounts/forget-ended-logins.ts';
import { startAlertJobs } from './alert-jobs.ts';
import type { App } from './app.ts';
import type { Env } from './env.ts';
import { forgetUsedTransfers } from '../device-transfer/forget-used-transfers.ts';
import { forgetLooseUploads } from '../feedback/forget-loose-uploads.ts';
import { sweepOrders } from '../orders/follow-up/sweep-orders.ts';
import { runEvery, type RunningJob } from '../platform/run-every.ts';
import { endDatedBans } from '../penalties/end-dated-bans.ts';
import { forgetCards } from '../saved-cards/forget-cards.ts';
import { forgetOldTelemetry } from '../telemetry/forget-old-telemetry.ts';

const FORGET_LOGINS_EVERY_MS = 10 * 60_000;
const FORGET_UPLOADS_EVERY_MS = 10 * 60_000;
const END_BANS_EVERY_MS = 10_000;
/** A day is dropped once a day; asking costs nothing, and after a failure nobody waits until tomorrow. */
const FORGET_TELEMETRY_EVERY_MS = 60 * 60_000;

/** Scheduled jobs of a worker. Any number of workers may run them at once: each job takes what no other holds. */
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
    runEvery('sweeper', env.sweepEveryMs, logger, async () => {
      const swept = await sweepOrders(app.context, app.life);
      app.metrics.swept('notifications', swept.notifications);
      app.metrics.swept('orders', swept.orders);
      if (swept.notifications + swept.orders > 0) logger.info({ swept }, 'handed over what was left behind');
    }),
    runEvery(
      'old telemetry',
      FORGET_TELEMETRY_EVERY_MS,
      logger,
      async () => void (await forgetOldTelemetry({ db, logger, keepDays: env.telemetryKeepDays })),
      0,
    ),
    runEvery('ended logins', FORGET_LOGINS_EVERY_MS, logger, async () => {
      await forgetEndedLogins({ db, now });
      await forgetUsedTransfers({ db, now });
    }),
    runEvery('loose uploads', FORGET_UPLOADS_EVERY_MS, logger, async () => {
      const gone = await forgetLooseUploads(app.feedback);
      if (gone > 0) logger.info({ gone }, 'forgot files that no report took');
    }),
    runEvery(
      'dated bans',
      END_BANS_EVERY_MS,
      logger,
      async () => void (await endDatedBans({ db, now, logger })),
      0,
    ),
    startAlertJobs({ env, app, logger }),
    runEvery('cards to forget', env.sweepEveryMs, logger, async () => {
      const { closed, forgotten } = await forgetCards(app.cards);
      if (closed + forgotten > 0) logger.info({ closed, forgotten }, 'forgot cards nobody said yes to');
    }),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
