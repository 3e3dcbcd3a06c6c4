import { startAlertJobs } from './alert-jobs.ts';
import { forgetEndedLogins } from './accounts/forget-ended-logins.ts';
import { createApp } from './app.ts';
import { readEnv } from './env.ts';
import { forgetLooseUploads } from './feedback/forget-loose-uploads.ts';
import { sweepOrders } from './orders/following-up/sweep-orders.ts';
import { systemClock } from './platform/clock.ts';
import { createLogger } from './platform/logger.ts';
import { serveMetrics } from './platform/metrics.ts';
import { connectPostgres } from './platform/postgres.ts';
import { connectRedis } from './platform/redis.ts';
import { runEvery } from './platform/run-every.ts';
import { forgetCards } from './saved-cards/forget-cards.ts';
import { requireProgramRole } from './platform/require-program-role.ts';
import { isRegistered, registerFlows, serveFlows } from './platform/restate.ts';
import { startTracing } from './platform/tracing.ts';
import { forgetOldTelemetry } from './telemetry/forget-old-telemetry.ts';
import { systemChance } from './platform/time-ordered-id.ts';

const REGISTRATION_CHECK_MS = 1_000;
const FORGET_LOGINS_EVERY_MS = 10 * 60_000;
const FORGET_UPLOADS_EVERY_MS = 10 * 60_000;
/** A day is dropped once a day; asking costs nothing, and after a failure nobody waits until tomorrow. */
const FORGET_TELEMETRY_EVERY_MS = 60 * 60_000;

const env = readEnv(process.env);
const logger = createLogger(env.logLevel);
const db = connectPostgres({ url: env.databaseUrl, limits: env.databaseLimits });
await requireProgramRole(db);
const redis = connectRedis(env.redisUrl, logger, { answersWithinMs: env.redisAnswersWithinMs });
const tracing = env.otlpUrl === null ? null : startTracing(env.otlpUrl);
const app = await createApp({
  env,
  db,
  redis,
  logger,
  now: systemClock,
  chance: systemChance,
});

const flows = await serveFlows([app.orderObject], env.flowPort, logger);
const flowUrl = `http://127.0.0.1:${env.flowPort}`;
// Forced once at the start, because the code may be new; afterwards only when the engine has forgotten us.
let isKnown = await registerFlows(env.restateAdminUrl, flowUrl);
const registration = runEvery('registration', REGISTRATION_CHECK_MS, logger, async () => {
  if (isKnown && (await isRegistered(env.restateAdminUrl, env.orderObject))) return;
  isKnown = await registerFlows(env.restateAdminUrl, flowUrl);
  if (isKnown) logger.info('registered with the flow engine');
});
const sweeper = runEvery('sweeper', env.sweepEveryMs, logger, async () => {
  const swept = await sweepOrders(app.context, app.life);
  app.metrics.swept('notifications', swept.notifications);
  app.metrics.swept('orders', swept.orders);
  if (swept.notifications + swept.orders > 0) logger.info({ swept }, 'handed over what was left behind');
});
const telemetry = runEvery('telemetry', env.telemetryFlushMs, logger, () => app.telemetry.flush());
const oldTelemetry = runEvery(
  'old telemetry',
  FORGET_TELEMETRY_EVERY_MS,
  logger,
  async () => void (await forgetOldTelemetry({ db, logger, keepDays: env.telemetryKeepDays })),
  0,
);
const forgetting = runEvery('ended logins', FORGET_LOGINS_EVERY_MS, logger, async () => {
  await forgetEndedLogins({ db, now: systemClock });
});

const uploads = runEvery('loose uploads', FORGET_UPLOADS_EVERY_MS, logger, async () => {
  const gone = await forgetLooseUploads(app.feedback);
  if (gone > 0) logger.info({ gone }, 'forgot files that no report took');
});

const alerts = startAlertJobs({ env, app, logger });

const cards = runEvery('cards to forget', env.sweepEveryMs, logger, async () => {
  const { closed, forgotten } = await forgetCards(app.cards);
  if (closed + forgotten > 0) logger.info({ closed, forgotten }, 'forgot cards nobody said yes to');
});

const metrics = env.metricsPort === null ? null : await serveMetrics(app.metrics, env.metricsPort);
await app.server.listen({ port: env.apiPort, host: '127.0.0.1' });

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([
    registration.stop(),
    sweeper.stop(),
    telemetry.stop(),
    oldTelemetry.stop(),
    forgetting.stop(),
    uploads.stop(),
    alerts.stop(),
    cards.stop(),
  ]);
  await app.server.close();
  await flows.close();
  await metrics?.close();
  await tracing?.stop();
  await db.end({ timeout: 5 });
  redis.disconnect();
  logger.info('stopped');
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
