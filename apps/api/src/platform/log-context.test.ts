import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { startTracingInto, type Tracing } from './tracing.ts';

const spans = new InMemorySpanExporter();
let tracing: Tracing;
let shop: Shop;
beforeAll(async () => {
  tracing = startTracingInto(new SimpleSpanProcessor({ exporter: spans }));
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
  await tracing.stop();
});

describe('one purchase', () => {
  it('is found by one id: at the door, in the flow and at the provider, and is one trace', async () => {
    const bought = await shop.visitor().buy('approve');
    expect(bought.value?.answer.kind).toBe('paid');
    const requestId = bought.headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);

    const lines = () =>
      shop
        .log()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['requestId'] === requestId);
    const call = lines().find((line) => line['msg'] === 'provider called');
    expect(call).toMatchObject({
      orderId: bought.value?.orderId,
      flow: 'pay',
      provider: 13,
      call: 'POST payments',
      outcome: '201',
    });
    // Written once the answer is out.
    await expect.poll(() => lines().some((line) => line['msg'] === 'request completed')).toBe(true);

    // Their ends are recorded after the answer too.
    const spanOf = (wanted: string) => spans.getFinishedSpans().find(({ name }) => name === wanted);
    await expect.poll(() => spanOf('createCoinPay')?.attributes['request.id']).toBe(requestId);
    await expect
      .poll(() => spanOf('pay: authorise')?.spanContext().traceId)
      .toBe(spanOf('createCoinPay')?.spanContext().traceId);
  });

  it('is counted: the call, the moves, the provider', async () => {
    const text = await shop.app.metrics.text();
    expect(text).toMatch(/jawhara_requests_total\{call="createCoinPay",result="answered"\} 1/);
    expect(text).toMatch(/jawhara_order_moves_total\{from="created",to="pending"\} 1|to="paid"\} 1/);
    expect(text).toMatch(
      /jawhara_provider_calls_total\{provider="13",call="POST payments",outcome="201"\} 1/,
    );
    expect(text).toContain('jawhara_alerts_open 0');
  });
});
