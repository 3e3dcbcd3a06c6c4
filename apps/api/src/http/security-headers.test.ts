import { createCoinPay, findRecipient, readServerTime } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('every answer', () => {
  it.each([
    ['a good one', readServerTime.path],
    ['a refusal', `${findRecipient.path}?display_id=x`],
    ['an unknown path', '/api/no/such/call/'],
    ['health', '/healthz'],
    ['a page', '/reference/'],
  ])('every answer forbids a browser to load, run or frame anything: %s', async (_what, path) => {
    const { headers } = await fetch(`${shop.apiUrl}${path}`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('payment=()');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  it('an answer over https has a strict-transport-security header', async () => {
    const { headers } = await fetch(`${shop.apiUrl}/healthz`, { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  });
});

describe('request bodies and queries', () => {
  const send = (body: string, type = 'application/json') =>
    fetch(`${shop.apiUrl}${createCoinPay.path}`, { method: 'POST', headers: { 'content-type': type }, body });

  it('a request body that is too deep, has too long a list or is too large is refused', async () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
    const long = JSON.stringify({ ext: Array.from({ length: 2_000 }, () => 1) });
    for (const body of [`{"ext":${deep}}`, long]) {
      const response = await send(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ result: 22001, data: null });
    }
    expect((await send(JSON.stringify({ ext: 'x'.repeat(70_000) }))).status).toBe(413);
    expect((await send('<x/>', 'text/xml')).status).toBe(415);
  });

  it('query parameters after the thousandth are ignored, and the others are read', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `p${i}=1`).join('&');
    const ask = async (query: string) =>
      ((await (await fetch(`${shop.apiUrl}${findRecipient.path}?${query}`)).json()) as { result: number })
        .result;
    expect(await ask(`display_id=5048213&${many}`)).toBe(0);
    expect(await ask(`${many}&display_id=5048213`)).toBe(22001);
  });
});
