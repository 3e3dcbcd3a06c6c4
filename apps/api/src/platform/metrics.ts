import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { callTally } from './call-tally.ts';

/** Counters of this process, for Prometheus. No label ever carries an id, an address or anything else of a person. */
export interface Metrics {
  requestEnded(call: string, result: string, seconds: number): void;
  orderMoved(from: string, to: string): void;
  notification(end: 'stored' | 'repeated' | 'forged' | 'processed'): void;
  swept(what: 'notifications' | 'orders', count: number): void;
  providerCalled(provider: number, call: string, outcome: string, seconds: number): void;
  refusedBy(guard: string): void;
  /** A number that is asked for when somebody looks. */
  watch(name: string, help: string, read: () => Promise<number>): void;
  text(): Promise<string>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `jawhara_${name}_total`, help, labelNames, registers });
  const seconds = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `jawhara_${name}_seconds`, help, labelNames, buckets: SECONDS, registers });

  const calls = callTally(SECONDS);
  const moves = counter('order_moves', 'Moves of orders from state to state', ['from', 'to']);
  const notifications = counter('notifications', 'Notifications of providers, by what became of them', [
    'end',
  ]);
  const swept = counter('swept', 'What the sweeper handed over', ['what']);
  const providerCalls = counter('provider_calls', 'Calls to providers', ['provider', 'call', 'outcome']);
  const providerSeconds = seconds('provider_call', 'How long providers took', ['provider', 'call']);
  const refusals = counter('guard_refusals', 'Calls and reports that a guard turned away', ['guard']);
  collectDefaultMetrics({ register: registry });

  return {
    requestEnded: calls.ended,
    orderMoved: (from, to) => moves.inc({ from, to }),
    notification: (end) => notifications.inc({ end }),
    swept: (what, count) => swept.inc({ what }, count),
    providerCalled(provider, call, outcome, took) {
      providerCalls.inc({ provider, call, outcome });
      providerSeconds.observe({ provider, call }, took);
    },
    refusedBy: (guard) => refusals.inc({ guard }),
    watch(name, help, read) {
      const gauge = new Gauge({
        name: `jawhara_${name}`,
        help,
        registers,
        async collect() {
          // A number that cannot be read must not hide all others.
          gauge.set(await read().catch(() => Number.NaN));
        },
      });
    },
    text: async () => `${await registry.metrics()}\n${calls.text()}`,
  };
}

export interface MetricsServer {
  close(): Promise<void>;
}

export interface MetricsSources {
  readonly metrics: Metrics;
  readonly readiness: () => Promise<{ readonly isReady: boolean }>;
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Pages of the metrics port. A worker has no other port that reports its health. */
const PAGES: Readonly<Record<string, (sources: MetricsSources) => Promise<Page>>> = {
  '/metrics': async ({ metrics }) => ({
    status: 200,
    type: 'text/plain; version=0.0.4',
    text: await metrics.text(),
  }),
  '/healthz': async () => ({ status: 200, type: 'application/json', text: '{"alive":true}' }),
  '/readyz': async ({ readiness }) => {
    const ready = await readiness();
    return { status: ready.isReady ? 200 : 503, type: 'application/json', text: JSON.stringify(ready) };
  },
};

/** On a port of its own, which no edge forwards to: what is counted is for the operator alone. */
export async function serveMetrics(
  sources: MetricsSources,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const page = request.method === 'GET' ? PAGES[request.url ?? ''] : undefined;
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    void page(sources).then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
