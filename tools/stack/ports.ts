import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { basename } from 'node:path';

export const HOST = '127.0.0.1';

const CONNECT_TIMEOUT_MS = 1_000;

export function isPortInUse(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = createConnection({ host: HOST, port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (isInUse: boolean): void => {
      socket.destroy();
      answer(isInUse);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}

/**
 * The range of free ports: below the system's range for outgoing connections and above the ports that people choose, so that no
 * other process takes a port between the check that it is free and its use.
 */
const QUIET_PORTS = { first: 12_000, last: 32_000 };
const TRIES_MAX = 50;

function listensNow(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen(port, HOST, () => server.close(() => answer(true)));
  });
}

/** Free ports at this moment, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tried = 0; found.size < count; tried += 1) {
    if (tried > TRIES_MAX * count) throw new Error('no free port was found');
    const port = randomInt(QUIET_PORTS.first, QUIET_PORTS.last);
    if (await listensNow(port)) found.add(port);
  }
  return [...found];
}

/** The process that listens on a port; undefined if there is none, or if it belongs to another user. */
export function pidListeningOn(port: number): number | undefined {
  try {
    const lines = execFileSync('ss', ['-Hltnp', `sport = :${port}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = /pid=(\d+)/.exec(lines)?.[1];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}

/** Describes the process behind a port, as far as this machine shows it. */
function whoListens(port: number): string {
  const pid = pidListeningOn(port);
  try {
    return pid === undefined ? 'another process' : `pid ${pid} (${commandOf(pid)})`;
  } catch {
    return 'another process';
  }
}

function commandOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => basename(word))
    .join(' ');
}

/** Reports all ports that are in use at once, instead of one per attempt. */
export async function requireFreePorts(ports: ReadonlyMap<string, number>): Promise<void> {
  const conflicts: string[] = [];
  for (const [name, port] of ports) {
    if (await isPortInUse(port)) conflicts.push(`port ${port} for ${name} is taken by ${whoListens(port)}`);
  }
  if (conflicts.length > 0) throw new Error(`${conflicts.join('\n     ')}\n     End it and try again.`);
}
