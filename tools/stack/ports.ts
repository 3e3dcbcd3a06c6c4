import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { basename } from 'node:path';

export const HOST = '127.0.0.1';

const CONNECT_TIMEOUT_MS = 1_000;

export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = createConnection({ host: HOST, port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (taken: boolean): void => {
      socket.destroy();
      answer(taken);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}

/** Ports nobody listens on at this moment, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((answer, fail) => {
          server.once('error', fail);
          server.listen(0, HOST, () => {
            const address = server.address();
            if (address === null || typeof address === 'string') fail(new Error('no port was given'));
            else answer(address.port);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

/** Nothing where nobody listens, or where the listener is not ours to see. */
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

/** The process behind a port, as far as this machine tells. */
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

/** Says everything that is in the way at once, instead of one port per attempt. */
export async function refuseTakenPorts(ports: ReadonlyMap<string, number>): Promise<void> {
  const taken: string[] = [];
  for (const [name, port] of ports) {
    if (await isPortTaken(port)) taken.push(`port ${port} for ${name} is taken by ${whoListens(port)}`);
  }
  if (taken.length > 0) throw new Error(`${taken.join('\n     ')}\n     End it and try again.`);
}
