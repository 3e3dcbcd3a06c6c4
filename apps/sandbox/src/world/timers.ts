/** All timers of the sandbox, so that closing it stops them. */
export interface Timers {
  after(ms: number, work: () => void): void;
  wait(ms: number): Promise<void>;
  stop(): void;
}

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();

  function after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      running.delete(timer);
      work();
    }, ms);
    running.add(timer);
  }

  return {
    after,
    wait: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => after(ms, resolve))),
    stop: () => {
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
