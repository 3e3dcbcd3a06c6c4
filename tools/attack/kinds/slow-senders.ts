import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { readServerTime, reportPolicyViolations } from '@jawhara/contract';
import { waitUntil } from '../../stack/wait-until.ts';
import { probe, type Attack, type Probe } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { exchange } from '../wire/exchange.ts';
import { requestText } from '../wire/ask.ts';

export interface SlowSendersJob {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  /** The address that all slow senders connect from. */
  readonly from: string;
  readonly sockets: number;
  /** Which part of a request is sent a byte at a time. */
  readonly kind: 'body' | 'head';
}

export interface SlowSendersCount {
  readonly held: number;
  readonly tries: number;
}

const ATTACKER = '127.0.0.3';
const VISITOR = '127.0.0.2';
/** Enough for 400 requests of one address with their API connections, for connections that are being refused, and for other visitors. */
const EDGE_CONNECTIONS = 1_600;
/** With their API connections these exceed the edge's connections. */
const SOCKETS = 900;
/**
 * nginx counts a connection once the head of its request is complete. Before that the kernel limits each network to an eighth of
 * nginx's connections (deploy/edge/connections.rules).
 */
const KERNEL_SHARE = 8;
/** The senders need about two seconds to connect; a busy machine takes longer. */
const FILLED_WITHIN_MS = 30_000;
const LASTS_MS = 5_000;
const VISIT_EVERY_MS = 250;
const SERVED_WITHIN_MS = 1_000;
const SLOWER_THAN_CONTROL = 4;
const GIVES_UP_AFTER_MS = 3_000;

interface Visit {
  readonly ms: number;
  readonly status: number | null;
}

async function visit(port: number, host: string, path: string): Promise<Visit> {
  const startedAtMs = performance.now();
  const text = requestText({ path }, host);
  const { answers } = await exchange({ port, servername: host, from: VISITOR }, text, {
    withinMs: GIVES_UP_AFTER_MS,
    quietMs: 0,
  });
  return { ms: Math.round(performance.now() - startedAtMs), status: answers[0]?.status ?? null };
}

/** Visits the site, and the stranger's server, which is not under attack: if that is slow too, the machine is busy. */
async function visitBesideControl(target: Target, path: string): Promise<{ visited: Visit; control: Visit }> {
  for (let tries = 0; ; tries += 1) {
    const [visited, control] = await Promise.all([
      visit(target.port, target.host, path),
      visit(target.stranger.port, target.stranger.host, '/control'),
    ]);
    const isMachine = control.ms > SERVED_WITHIN_MS / 4;
    if (visited.status === 200 || !isMachine || tries === 3) return { visited, control };
  }
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

async function* underSlow(
  target: Target,
  kind: SlowSendersJob['kind'],
  sockets: number,
): AsyncGenerator<Probe> {
  const job: SlowSendersJob = {
    port: target.port,
    host: target.host,
    path: reportPolicyViolations.path,
    from: ATTACKER,
    sockets,
    kind,
  };
  const senders = new Worker(new URL('./slow-senders-thread.ts', import.meta.url), { workerData: job });
  let count: SlowSendersCount = { held: 0, tries: 0 };
  senders.on('message', (latestCount: SlowSendersCount) => (count = latestCount));
  // True once all senders are connected, or the first ones were refused and have connected again.
  const isFull = (): boolean => count.held === sockets || count.tries > sockets * 1.05;
  try {
    await waitUntil('slow senders to fill the edge', isFull, FILLED_WITHIN_MS);
    const visited: number[] = [];
    const control: number[] = [];
    for (const endsAt = Date.now() + LASTS_MS; Date.now() < endsAt;) {
      const path = visited.length % 2 === 0 ? readServerTime.path : '/robots.txt';
      const visits = await visitBesideControl(target, path);
      visited.push(visits.visited.ms);
      control.push(visits.control.ms);
      const { status, ms } = visits.visited;
      yield probe(
        `a visitor while ${count.held} connections of one address send a slow ${kind}`,
        status === 200 ? null : `not served ${path} (${status ?? 'no answer'}, ${ms} ms)`,
      );
      await sleep(VISIT_EVERY_MS);
    }
    // A single slow visit can be caused by a busy machine. If half of them are slow and the stranger's server is not, the
    // attack is the cause.
    const servedAfter = median(visited);
    const isSlow = servedAfter > Math.max(SERVED_WITHIN_MS, SLOWER_THAN_CONTROL * median(control));
    yield probe(
      `most visitors while one address sends a slow ${kind}`,
      isSlow ? `served after ${servedAfter} ms (the server nobody attacks: ${median(control)} ms)` : null,
    );
  } finally {
    await senders.terminate();
  }
}

const withoutLimits = (conf: string): string =>
  conf
    .split('\n')
    .filter((line) => !/^\s*limit_(?:conn|req)/.test(line))
    .join('\n');

/** From a single address, opens as many connections as possible, sends almost nothing, and reopens each one that is closed. */
export const slowSenders: Attack = {
  name: 'slow senders from one address',
  tool: 'wire',
  async *run(target) {
    const edge = await target.startEdge({ name: `slow-${Date.now()}`, connections: EDGE_CONNECTIONS });
    const attacked = { ...target, port: edge.port };
    try {
      yield* underSlow(attacked, 'body', SOCKETS);
      yield* underSlow(attacked, 'head', EDGE_CONNECTIONS / KERNEL_SHARE);
    } finally {
      await edge.stop();
    }
  },
  plants: [
    {
      weakness: 'an edge without limits for an address',
      reported: /slow body: not served/,
      start: async (target) => ({
        target: {
          ...target,
          startEdge: (options) => target.startEdge({ ...options, change: withoutLimits }),
        },
        stop: async () => {},
      }),
    },
  ],
};
