import { readFileSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { pidListeningOn } from '../stack/ports.ts';

const ENTRY = 'tools/dev/dev.ts';

export interface RunningDev {
  readonly pid: number;
  readonly checkout: string;
}

/** The `npm run dev`, of this checkout or another, that listens on one of the ports, as far as /proc shows. */
export function runningDev(ports: readonly number[]): RunningDev | undefined {
  for (const port of ports) {
    const listener = pidListeningOn(port);
    const found = listener === undefined ? undefined : devAbove(listener);
    if (found !== undefined) return found;
  }
  return undefined;
}

function devAbove(pid: number): RunningDev | undefined {
  try {
    for (let at = pid; at > 1; at = parentOf(at)) {
      const words = readFileSync(`/proc/${at}/cmdline`, 'utf8').split('\0');
      const entry = words.slice(1).find((word) => word === ENTRY || word.endsWith(`/${ENTRY}`));
      if (entry === undefined) continue;
      const entryPath = resolve(readlinkSync(`/proc/${at}/cwd`), entry);
      return { pid: at, checkout: resolve(entryPath, '../../..') };
    }
  } catch {
    // the process has ended, belongs to another user, or there is no /proc
  }
  return undefined;
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
