import type { Logger } from 'pino';

export interface Repetition {
  stop(): Promise<void>;
}

/** Runs again some time after it last ended; a failure is logged and tried again, never piled up. */
export function repeat(name: string, everyMs: number, logger: Logger, work: () => Promise<void>): Repetition {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async () => {
    try {
      await work();
    } catch (error) {
      logger.warn({ repeat: name, err: (error as Error).message }, 'failed, will be tried again');
    }
    if (!isStopped) timer = setTimeout(start, everyMs);
  };
  const start = () => {
    running = run();
  };
  timer = setTimeout(start, everyMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
