import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { callTally, createMetrics, serveMetrics } from './metrics.ts';

const BOUNDS = [0.005, 0.01, 1];

/** The same metrics as the Prometheus library writes them: our own text must be equal to it, so that scrapers can read it. */
async function libraryText(ended: readonly (readonly [string, string, number])[]): Promise<string> {
  const registers = [new Registry()];
  const counter = new Counter({
    name: 'jawhara_requests_total',
    help: 'Calls answered, by call and result',
    labelNames: ['call', 'result'],
    registers,
  });
  const histogram = new Histogram({
    name: 'jawhara_request_seconds',
    help: 'How long calls took',
    labelNames: ['call'],
    buckets: BOUNDS,
    registers,
  });
  for (const [call, result, seconds] of ended) {
    counter.inc({ call, result });
    histogram.observe({ call }, seconds);
  }
  return (await registers[0]?.metrics()) ?? '';
}

it('the request metrics are written as the Prometheus library writes them, also at and above the bucket bounds', async () => {
  const ended = [
    ['findRecipient', 'answered', 0.005],
    ['findRecipient', 'answered', 0.0051],
    ['findRecipient', 'too-many-tries', 0],
    ['listGemPacks', 'answered', 0.25],
    ['listGemPacks', 'fault', 30],
  ] as const;
  const tally = callTally(BOUNDS);
  for (const [call, result, seconds] of ended) tally.ended(call, result, seconds);
  const linesOf = (text: string) => text.split('\n').filter(Boolean).toSorted();
  expect(linesOf(tally.text())).toEqual(linesOf(await libraryText(ended)));
});

it('the metrics contain no personal data, and are readable also when one gauge cannot be read', async () => {
  const metrics = createMetrics();
  metrics.requestEnded('findRecipient', 'answered', 0.02);
  metrics.requestEnded('findRecipient', 'too-many-tries', 0.001);
  metrics.orderMoved('created', 'paid');
  metrics.notification('stored');
  metrics.swept('orders', 3);
  metrics.providerCalled(13, 'POST payments', '201', 0.4);
  metrics.refusedBy('names');
  metrics.watch('alerts_open', 'open alerts', async () => 2);
  metrics.watch('broken', 'cannot be read', () => Promise.reject(new Error('away')));
  const [port = 0] = await freePorts(1);
  let isReady = true;
  const readiness = async () => ({ isReady });
  const server = await serveMetrics({ metrics, readiness }, { host: '127.0.0.1', port });
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/plain');
    for (const line of [
      'jawhara_requests_total{call="findRecipient",result="answered"} 1',
      'jawhara_requests_total{call="findRecipient",result="too-many-tries"} 1',
      'jawhara_request_seconds_count{call="findRecipient"} 2',
      'jawhara_order_moves_total{from="created",to="paid"} 1',
      'jawhara_notifications_total{end="stored"} 1',
      'jawhara_swept_total{what="orders"} 3',
      'jawhara_provider_calls_total{provider="13",call="POST payments",outcome="201"} 1',
      'jawhara_guard_refusals_total{guard="names"} 1',
      'jawhara_alerts_open 2',
      'jawhara_broken Nan',
    ]) {
      expect(text).toContain(line);
    }
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await statusOf('/')).toBe(404);
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
    isReady = false;
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  } finally {
    await server.close();
  }
});
