import type { Logger } from 'pino';

export interface RunningJob {
  stop(): Promise<void>;
}

/** Runs the work again and again, each time so long after the last run ended. A failure is logged, and runs never overlap. */
export function runEvery(
  name: string,
  everyMs: number,
  logger: Logger,
  work: () => Promise<void>,
  firstAfterMs = everyMs,
): RunningJob {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async () => {
    try {
      await work();
    } catch (error) {
      logger.warn({ job: name, err: (error as Error).message }, 'failed, will be tried again');
    }
    if (!isStopped) timer = setTimeout(start, everyMs);
  };
  const start = () => {
    running = run();
  };
  timer = setTimeout(start, firstAfterMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
