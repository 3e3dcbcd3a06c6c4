import type { Logger } from 'pino';
import type { App } from './app.ts';
import { buildPath, registerDeployment } from '../platform/restate-deployments.ts';
import type { Env } from './env.ts';
import { currentBuild } from '../operator/releases/flow-build.store.ts';
import { isRegistered, registerFlows } from '../platform/restate.ts';
import { serveFlows, type FlowServer } from '../platform/restate-serving.ts';
import { runEvery, type RunningJob } from '../platform/run-every.ts';
import { startWorkerJobs } from './worker-jobs.ts';

const REGISTRATION_CHECK_MS = 1_000;

export interface Worker {
  readonly flows: FlowServer;
  /** Stops scheduled jobs. */
  stopJobs(): Promise<void>;
}

/**
 * Registers the worker's address with the engine, where no release does it: always at the start, because the code may
 * be new, and again if the engine has lost it. With releases, `ops deploy register` does it instead, because an old
 * worker would make old code the newest again.
 */
async function keepRegistered(url: string, env: Env, logger: Logger): Promise<RunningJob> {
  let isKnown = await registerFlows(env.restateAdmin, url);
  return runEvery('registration', REGISTRATION_CHECK_MS, logger, async () => {
    if (isKnown && (await isRegistered(env.restateAdmin, env.orderObject))) return;
    isKnown = await registerFlows(env.restateAdmin, url);
    if (isKnown) logger.info('registered with the flow engine');
  });
}

/**
 * Where releases register builds, a worker registers only with an engine that has lost everything, and only if its own
 * build is the current one.
 */
function healRegistration(url: string, env: Env, app: App, logger: Logger): RunningJob {
  return runEvery('registration', REGISTRATION_CHECK_MS, logger, async () => {
    if (await isRegistered(env.restateAdmin, env.orderObject)) return;
    if ((await currentBuild(app.context.db))?.build !== env.running.build) return;
    const registration = await registerDeployment(env.restateAdmin, url, 'first');
    if (registration.kind === 'done')
      logger.warn('the flow engine had forgotten everything and was told again');
  });
}

/** Null in a role that processes no orders. */
export async function serveWorker(env: Env, app: App, logger: Logger): Promise<Worker | null> {
  const { flows: serving, host, build, identityKeys } = env.running;
  if (serving === null) return null;
  const flows = await serveFlows({
    services: [...app.flows],
    host,
    port: serving.port,
    path: buildPath(build),
    identityKeys,
    logger,
  });
  const registration = serving.registersItself
    ? await keepRegistered(serving.url, env, logger)
    : healRegistration(serving.url, env, app, logger);
  // Called for its log line, which shows at the start whether the machine's clock is right. The clock is checked again later.
  await app.context.isClockRight().catch(() => undefined);
  const jobs = startWorkerJobs({ env, app, logger });
  return {
    flows,
    stopJobs: async () => void (await Promise.all([registration.stop(), jobs.stop()])),
  };
}
