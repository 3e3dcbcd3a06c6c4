import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { createLogger, withLogContext } from './logger.ts';
import { withSqlSpans, inSpan, startTracingInto, type Tracing } from './tracing.ts';

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

describe('logs, traces and metrics of a purchase', () => {
  it('the request id of a purchase is in its access log, order flow and provider call, and all three are one trace', async () => {
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
    // The log line is written after the answer is sent, so the test waits for it.
    await expect.poll(() => lines().filter((line) => line['msg'] === 'answered')).toHaveLength(1);
    expect(lines().find((line) => line['msg'] === 'answered')).toMatchObject({
      method: 'POST',
      path: '/api/order/create_coin_pay/',
      status: 200,
      ms: expect.any(Number),
    });

    // Spans end after the answer is sent, so the test waits for them too.
    const spanOf = (wanted: string) => spans.getFinishedSpans().find(({ name }) => name === wanted);
    await expect.poll(() => spanOf('createCoinPay')?.attributes['request.id']).toBe(requestId);
    await expect
      .poll(() => spanOf('pay: authorise')?.spanContext().traceId)
      .toBe(spanOf('createCoinPay')?.spanContext().traceId);
    const trace = spanOf('createCoinPay')?.spanContext().traceId;
    const names = spans
      .getFinishedSpans()
      .filter((span) => span.spanContext().traceId === trace)
      .map(({ name }) => name);
    expect(names).toContain('database transaction');
    expect(names.some((name) => name.startsWith('redis '))).toBe(true);
    expect(names).toContain('sql insert');
  });

  it('each SQL statement has one span without the statement’s values, and the span of a failing one is marked as failed', async () => {
    const db = withSqlSpans(shop.db);
    await inSpan('statements', {}, async () => {
      const fragment = db`where id = ${1001}`;
      expect(await db`select id from accounts ${fragment}`).toHaveLength(1);
      await expect(db`select nothing from nowhere where name = ${'Huda'}`).rejects.toThrow('nowhere');
    });
    const trace = spans
      .getFinishedSpans()
      .find(({ name }) => name === 'statements')
      ?.spanContext().traceId;
    const statements = spans
      .getFinishedSpans()
      .filter((span) => span.name.startsWith('sql ') && span.spanContext().traceId === trace);
    expect(statements.map(({ name, attributes }) => [name, attributes['db.query.text']])).toEqual([
      ['sql select', 'select id from accounts $'],
      ['sql select', 'select nothing from nowhere where name = $'],
    ]);
    expect(statements.map(({ status }) => status.code)).toEqual([0, 2]);
  });

  it('with a share of 100 % all spans of a trace are recorded, and with 0 % none', async () => {
    await tracing.stop();
    const [all, none] = [new InMemorySpanExporter(), new InMemorySpanExporter()];
    for (const [exporter, share] of [
      [all, 100],
      [none, 0],
    ] as const) {
      const started = startTracingInto(new SimpleSpanProcessor({ exporter }), share);
      await inSpan('outer', {}, () => inSpan('inner', {}, async () => {}));
      expect(exporter.getFinishedSpans()).toHaveLength(share === 0 ? 0 : 2);
      await started.stop();
    }
    tracing = startTracingInto(new SimpleSpanProcessor({ exporter: spans }));
  });

  it('a request has one access line; successful parts of a batch and successful probes have none', async () => {
    const part = (path: string) => ({ method: 'POST', path, request_id: path.replaceAll('/', '.') });
    const before = shop.log().length;
    await (await fetch(`${shop.apiUrl}/readyz`)).text();
    const paths = ['/api/web/get_card_source/', '/api/web/get_order_info_by_pay2_order_id/'];
    await shop.visitor().send('/api/sys/batch_request/', { requests: paths.map(part) });
    const access = () =>
      shop
        .log()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes('"answered"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await expect.poll(() => access().some(({ path }) => path === '/api/sys/batch_request/')).toBe(true);
    expect(access().map(({ path, status }) => [path, status])).toEqual([
      [paths[1], 400],
      ['/api/sys/batch_request/', 200],
    ]);
    expect(new Set(access().map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('the metrics count a purchase’s call, order moves and provider call', async () => {
    const text = await shop.app.metrics.text();
    expect(text).toMatch(/jawhara_requests_total\{call="createCoinPay",result="answered"\} 1/);
    expect(text).toMatch(/jawhara_order_moves_total\{from="created",to="pending"\} 1|to="paid"\} 1/);
    expect(text).toMatch(
      /jawhara_provider_calls_total\{provider="13",call="POST payments",outcome="201"\} 1/,
    );
    expect(text).toContain('jawhara_alerts_open 0');
  });
});

function logged(fields: object, message = 'something'): { line: string; read: Record<string, unknown> } {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  withLogContext({ requestId: 'r1', orderId: 'o1' }, () => logger.info(fields, message));
  const line = lines.join('');
  return { line, read: JSON.parse(line) as Record<string, unknown> };
}

it('[EXP-10] card numbers are removed from every log line, which stays valid JSON', () => {
  const { line, read } = logged(
    {
      text: 'card 4242 4242 4242 4242.',
      number: 4242424242424242,
      odd: '{"a":4242424242424242}',
      list: [4242424242424242],
      more: 'a\n4242424242424242',
    },
    'paid with 4242424242424242',
  );
  expect(line).not.toMatch(/4242/);
  expect(read).toMatchObject({
    text: 'card [card number].',
    number: '[card number]',
    odd: '{"a":"[card number]"}',
    list: ['[card number]'],
    more: 'a\n[card number]',
  });
});

it('secrets are redacted by their field names in log lines, and each log line has the request id and the order id', () => {
  const { line, read } = logged({ password: 'p4ss', body: { access_token: 't0ken' } });
  expect(line).not.toMatch(/p4ss|t0ken/);
  expect(read).toMatchObject({ password: '[redacted]', requestId: 'r1', orderId: 'o1' });
});

it.each([
  'authorization',
  'cookie',
  'token',
  'encryptedCard',
  'encrypted',
  'dropInToken',
  'dropInSession',
  'drop_in',
  'threeDsResult',
  'redirectResult',
  'cvvToken',
  'cvv_token',
  'platform_data',
  'access_token',
  'accessToken',
  'id_token',
  'idToken',
  'ticket',
  'session_key',
  'sessionKey',
  'skey',
  'password',
])('[EXP-10] the value of %s is redacted in a log line at any depth', (name) => {
  const secret = { [name]: 'tok_s3cret' };
  const { line } = logged({ ...secret, card: secret, request: { card: secret } });
  expect(line).not.toContain('s3cret');
  expect(line.match(/\[redacted\]/g)).toHaveLength(3);
});
