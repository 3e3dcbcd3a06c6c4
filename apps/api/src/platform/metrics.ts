import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Counts calls by result, and their durations. They are stored as plain numbers that become text only when they are
 * read: the metrics library would build a label text for every request.
 */
export interface CallTally {
  ended(call: string, result: string, seconds: number): void;
  /** In the text format of Prometheus. */
  text(): string;
}

interface Calls {
  readonly results: Map<string, number>;
  /** The number of calls in each range of durations; the last range has no upper bound. */
  readonly places: number[];
  sumSeconds: number;
}

export function callTally(bounds: readonly number[]): CallTally {
  const all = new Map<string, Calls>();

  function callsOf(call: string): Calls {
    const known = all.get(call);
    if (known) return known;
    const made = {
      results: new Map(),
      places: Array.from({ length: bounds.length + 1 }, () => 0),
      sumSeconds: 0,
    };
    all.set(call, made);
    return made;
  }

  function secondsOf(call: string, { places, sumSeconds }: Calls): string[] {
    let upTo = 0;
    const buckets = [...bounds, '+Inf'].map((bound, place) => {
      upTo += places[place] ?? 0;
      return `jawhara_request_seconds_bucket{le="${bound}",call="${call}"} ${upTo}`;
    });
    return [
      ...buckets,
      `jawhara_request_seconds_sum{call="${call}"} ${sumSeconds}`,
      `jawhara_request_seconds_count{call="${call}"} ${upTo}`,
    ];
  }

  return {
    ended(call, result, seconds) {
      const calls = callsOf(call);
      calls.results.set(result, (calls.results.get(result) ?? 0) + 1);
      calls.sumSeconds += seconds;
      let place = 0;
      while (place < bounds.length && seconds > (bounds[place] ?? 0)) place += 1;
      calls.places[place] = (calls.places[place] ?? 0) + 1;
    },
    text() {
      const counted = [...all].flatMap(([call, { results }]) =>
        [...results].map(
          ([result, count]) => `jawhara_requests_total{call="${call}",result="${result}"} ${count}`,
        ),
      );
      const lines = [
        '# HELP jawhara_requests_total Calls answered, by call and result',
        '# TYPE jawhara_requests_total counter',
        ...counted,
        '',
        '# HELP jawhara_request_seconds How long calls took',
        '# TYPE jawhara_request_seconds histogram',
        ...[...all].flatMap(([call, calls]) => secondsOf(call, calls)),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

/** Counters of this process, for Prometheus. No label ever contains an id, an address or other personal data. */
export interface Metrics {
  requestEnded(call: string, result: string, seconds: number): void;
  orderMoved(from: string, to: string): void;
  notification(end: 'stored' | 'repeated' | 'forged' | 'parked' | 'processed'): void;
  mailEnded(kind: string, end: string): void;
  swept(what: 'notifications' | 'orders', count: number): void;
  providerCalled(provider: number, call: string, outcome: string, seconds: number): void;
  paymentRefused(provider: number, outcome: string, code: string): void;
  refusedBy(guard: string): void;
  retentionEnded(what: string, count: number): void;
  /** Adds a gauge whose value is read whenever metrics are scraped. */
  watch(name: string, help: string, read: () => Promise<number>): void;
  text(): Promise<string>;
}

/** Providers send these codes, so they may be any text. Free text as a label would create a new time series for every payment. */
const codeLabel = (code: string): string => (/^[\w.:-]{1,32}$/.test(code) ? code : 'other');

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
  const mails = counter(
    'mails',
    'Mails by what became of each try; interrupted: its end is not known, so it may arrive twice',
    ['kind', 'end'],
  );
  const providerCalls = counter('provider_calls', 'Calls to providers', ['provider', 'call', 'outcome']);
  const providerSeconds = seconds('provider_call', 'How long providers took', ['provider', 'call']);
  const declines = counter('payments_refused', 'Payments that a provider or a bank refused', [
    'provider',
    'outcome',
    'code',
  ]);
  const refusals = counter('guard_refusals', 'Calls and reports that a guard turned away', ['guard']);
  const retained = counter('retention_deleted', 'Rows about people that were deleted at their end', ['what']);
  collectDefaultMetrics({ register: registry });

  return {
    requestEnded: calls.ended,
    orderMoved: (from, to) => moves.inc({ from, to }),
    notification: (end) => notifications.inc({ end }),
    mailEnded: (kind, end) => mails.inc({ kind, end }),
    swept: (what, count) => swept.inc({ what }, count),
    providerCalled(provider, call, outcome, took) {
      providerCalls.inc({ provider, call, outcome });
      providerSeconds.observe({ provider, call }, took);
    },
    paymentRefused: (provider, outcome, code) => declines.inc({ provider, outcome, code: codeLabel(code) }),
    refusedBy: (guard) => refusals.inc({ guard }),
    retentionEnded: (what, count) => retained.inc({ what }, count),
    watch(name, help, read) {
      const gauge = new Gauge({
        name: `jawhara_${name}`,
        help,
        registers,
        async collect() {
          // If one gauge cannot be read, all others must still be shown.
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

/** Serves metrics on a port of their own, to which nginx forwards nothing: they are for the operator only. */
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
