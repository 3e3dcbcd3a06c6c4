import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SinkOrder, SinkReport } from './sink-process.ts';

/** The process of the counting sockets. */
export interface Sinks {
  open(port: number, rid: string, count: number): Promise<void>;
  bytes(): Promise<number>;
  closeAll(): Promise<void>;
  stop(): void;
}

export function startSinks(): Sinks {
  const child = fork(join(import.meta.dirname, 'sink-process.ts'));
  async function ask(order: SinkOrder): Promise<SinkReport> {
    const answered = once(child, 'message') as Promise<[SinkReport]>;
    child.send(order);
    const [report] = await answered;
    return report;
  }
  return {
    async open(port, rid, count) {
      await ask({ type: 'open', port, rid, count });
    },
    async bytes() {
      const report = await ask({ type: 'count' });
      return report.type === 'counted' ? report.bytes : 0;
    },
    async closeAll() {
      await ask({ type: 'close' });
    },
    stop: () => void child.kill(),
  };
}
