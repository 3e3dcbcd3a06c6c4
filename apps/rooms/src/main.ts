import { createGateway } from './create-gateway.ts';
import { withFiles } from './env-files.ts';
import { readEnv } from './env.ts';
import { serveMetrics } from './http/serve-metrics.ts';
import { systemClock } from './platform/clock.ts';
import { createLogger } from './platform/logger.ts';
import { connectPostgres } from './platform/postgres.ts';

/**
 * When a gateway fails, all its clients connect to the others within the same second; a connection beyond the backlog waits for
 * seconds.
 */
const BACKLOG = 16_384;

const env = readEnv(withFiles(process.env));
const logger = createLogger(env.logLevel);
const db = connectPostgres(env.databaseUrl);
const gateway = createGateway({ env, db, logger, now: systemClock });
const metrics =
  env.metricsPort === null ? null : await serveMetrics(gateway, { host: env.host, port: env.metricsPort });
await new Promise<void>((resolve, reject) => {
  gateway.server.once('error', reject);
  gateway.server.listen({ port: env.port, host: env.host, backlog: BACKLOG }, resolve);
});
logger.info({ build: env.build, port: env.port }, 'started');

async function stop(): Promise<void> {
  const began = performance.now();
  const { closed } = await gateway.drain();
  await gateway.stop();
  metrics?.close();
  await db.end({ timeout: 2 });
  logger.info({ closed, tookMs: Math.round(performance.now() - began) }, 'stopped');
}

let stopped: Promise<void> | null = null;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    stopped ??= stop();
  });
