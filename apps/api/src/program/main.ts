import { setTimeout as pause } from 'node:timers/promises';
import { LOOK_EVERY_MS, watchReadiness } from '../alerts/watch-readiness.ts';
import { createApp } from './app.ts';
import { withFiles } from './env-files.ts';
import { readEnv } from './env.ts';
import { closeServer } from '../http/server.ts';
import { systemClock } from '../platform/clock.ts';
import { databaseAddresses } from '../platform/database-addresses.ts';
import { createLogger } from '../platform/logger.ts';
import { serveMetrics } from '../platform/metrics.ts';
import { connectPostgres, requireLimitsOfRole, requireProgramRole } from '../platform/postgres.ts';
import { connectRedis } from '../platform/redis.ts';
import { runEvery } from '../platform/run-every.ts';
import { withSqlSpans, startTracing } from '../platform/tracing.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { serveWorker } from './serve-worker.ts';

const env = readEnv(withFiles(process.env));
const { running, stopping } = env;
const logger = createLogger(env.logLevel);
const tracing = env.tracing === null ? null : startTracing(env.tracing.url, env.tracing.share);
const addresses = databaseAddresses(env.databaseUrl, env.databaseStandbys);
const db = withSqlSpans(
  connectPostgres({
    url: env.databaseUrl,
    addresses,
    limits: env.databaseLimits,
    connectionsMax: env.databasePoolMax,
    isPooled: env.isDatabasePooled,
  }),
);
if (env.isDatabasePooled) await requireLimitsOfRole(db);
await requireProgramRole(db);
const redis = connectRedis(env.redisUrl, logger, {
  answersWithinMs: env.redisAnswersWithinMs,
  ca: env.redisCa,
});
const app = await createApp({
  env,
  db,
  redis,
  logger,
  now: systemClock,
  chance: systemChance,
  leaveDatabase: addresses.leave,
});

const worker = await serveWorker(env, app, logger);
const telemetry = runEvery('telemetry', env.telemetryFlushMs, logger, () => app.telemetry.flush());
const readiness = watchReadiness(app.metrics, {
  ...app.context,
  build: running.build,
  readiness: app.readiness,
});
const readinessWatch = runEvery('readiness watch', LOOK_EVERY_MS, logger, () => readiness.look());
const metrics =
  env.metricsPort === null ? null : await serveMetrics(app, { host: running.host, port: env.metricsPort });
if (running.apiPort !== null) await app.server.listen({ port: running.apiPort, host: running.host });
logger.info({ role: running.role, build: running.build }, 'started');

/**
 * Stops the process. The order matters: refuse new requests, answer the open ones, and only then stop the steps of
 * flows, because a payment in an open request needs those steps.
 */
async function stop(): Promise<void> {
  const began = performance.now();
  const left = () => Math.max(0, stopping.withinMs + stopping.noticeMs - (performance.now() - began));
  app.draining.begin();
  worker?.flows.leave();
  const jobs = worker?.stopJobs();
  await pause(stopping.noticeMs);
  await closeServer(app.server, left());
  const cut = (await worker?.flows.drain(left())) ?? 0;
  await Promise.all([jobs, telemetry.stop(), readinessWatch.stop()]);
  await metrics?.close();
  await tracing?.stop();
  await db.end({ timeout: 2 });
  redis.disconnect();
  logger.info({ cut, tookMs: Math.round(performance.now() - began) }, 'stopped');
}

let stopped: Promise<void> | null = null;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    stopped ??= stop();
  });
