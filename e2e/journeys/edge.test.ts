import { request as httpsRequest } from 'node:https';
import { ALL_ENDPOINTS, ERROR_CATALOGUE, readPosition, uploadFile, uploadImage } from '@jawhara/contract';
import { request, type APIRequestContext, type APIResponse } from '@playwright/test';
import { shop } from '../addresses.ts';
import { EDGE_REQUESTS } from '../edge/edge-requests.ts';
import { startEdge, type Edge } from '../edge/start-edge.ts';
import { expect, test } from '../fixtures.ts';

const ONCE = { tag: '@pc' };
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

let edge: Edge;
let ask: APIRequestContext;
test.beforeAll(async () => {
  edge = await startEdge('https');
  ask = await request.newContext({ baseURL: edge.url, ignoreHTTPSErrors: true, maxRedirects: 0 });
});
test.afterAll(async () => {
  await ask.dispose();
  await edge.stop();
});

/** Headers of every response of the site. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'reporting-endpoints': 'csp="/api/sys/csp_report/"',
  'strict-transport-security': STRICT_TRANSPORT,
};

/** The parts in which the pages' content policies differ, and which sites may show them in a frame. */
const POLICIES = {
  pay: {
    rules: ["frame-ancestors 'self'", "frame-src 'self' https: ", "form-action 'self' https: "],
    frames: 'SAMEORIGIN',
  },
  page: {
    rules: ["frame-ancestors 'self'", "frame-src 'self' http://", "form-action 'self' http://"],
    frames: 'SAMEORIGIN',
  },
  login: {
    rules: ["frame-ancestors 'none'", "frame-src 'self' http://", "form-action 'self';"],
    frames: 'DENY',
  },
};

test(
  'the edge (nginx) sends the specified status, headers and content policy for every page, file and wrong address',
  ONCE,
  async () => {
    for (const [path, expected] of EDGE_REQUESTS) {
      const response = await ask.get(path, { headers: { 'accept-encoding': 'gzip, br' } });
      const headers = response.headers();
      const { rules, frames } = POLICIES[expected.policy];
      expect([path, response.status(), headers]).toMatchObject([
        path,
        expected.status,
        {
          ...EVERYWHERE,
          'content-type': expected.type,
          'cache-control': expected.cache,
          'x-frame-options': frames,
          'content-security-policy': expect.stringContaining("img-src 'self' data: http://"),
        },
      ]);
      for (const rule of rules)
        expect([path, headers['content-security-policy']]).toEqual([path, expect.stringContaining(rule)]);
      expect([path, headers['content-encoding'] ?? null]).toEqual([path, expected.encoding]);
      expect([path, headers['vary'] ?? null]).toEqual([
        path,
        expected.encoding === null ? null : 'Accept-Encoding',
      ]);
      const link = expected.canonical === undefined ? undefined : `<${expected.canonical}>; rel="canonical"`;
      expect([path, headers['link'], headers['x-robots-tag']]).toEqual([path, link, expected.robots]);
      expect(headers['server']).toBe('nginx');
    }
  },
);

test(
  'compressed pages equal the original, and a client without compression gets the original',
  ONCE,
  async () => {
    const bodies = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const response = await ask.get('/pay', { headers: { 'accept-encoding': encoding } });
        expect(response.headers()['content-encoding'] ?? 'identity').toBe(encoding);
        return response.text();
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('<div id="root"');
  },
);

test(
  '/home redirects to the start page with its query, and the bank’s return page accepts a form',
  ONCE,
  async () => {
    for (const path of ['/home', '/home/']) {
      const response = await ask.get(`${path}?ticket=1`);
      expect([response.status(), response.headers()['location']]).toEqual([302, '/?ticket=1']);
    }
    const returned = await ask.post('/bank-return.html?order_id=1', { form: { MD: 'x' } });
    expect([returned.status(), await returned.text()]).toEqual([
      200,
      expect.stringContaining('bank-return.js'),
    ]);
  },
);

async function resultOf(response: APIResponse): Promise<number> {
  return ((await response.json()) as { result: number }).result;
}

/** Headers of the API's own responses. */
const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'strict-transport-security': STRICT_TRANSPORT,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

test('every API call reaches the API through the edge, with the API’s own headers', ONCE, async () => {
  for (const { name, path, methods } of ALL_ENDPOINTS) {
    const response = methods.includes('POST') ? await ask.post(path, { data: {} }) : await ask.get(path);
    const headers = response.headers();
    expect([name, headers]).toMatchObject([name, API_HEADERS]);
    expect([name, headers['x-request-id']]).toEqual([name, expect.any(String)]);
    expect([name, typeof (await resultOf(response))]).toEqual([name, 'number']);
    expect([name, [404, 413, 502, 504].includes(response.status())]).toEqual([name, false]);
  }
});

test(
  'the edge forwards room reads to a gateway, and a room change without a valid signature is refused with 401',
  ONCE,
  async () => {
    const status = await ask.get('/api/room/full_status/?rid=4711');
    expect([status.status(), await resultOf(status)]).toEqual([
      ERROR_CATALOGUE['room-not-live'].httpStatus,
      ERROR_CATALOGUE['room-not-live'].result,
    ]);
    expect(status.headers()).toMatchObject(API_HEADERS);
    const forged = await ask.post('/api/room/inlet/', { data: { rid: '4711', state: {} } });
    expect([forged.status(), await forged.text()]).toEqual([401, '']);
    const socket = await ask.get('/api/room/socket/?rid=4711&ticket=x');
    expect([socket.status() >= 400, socket.headers()['server']]).toEqual([true, 'nginx']);
  },
);

test('an unknown API path gets a JSON error with 404, and an unsigned webhook is refused', ONCE, async () => {
  for (const path of ['/api/', '/api/nothing/', '/api/sys/ts.js', '/third/nothing', '/webhooks/nobody/']) {
    const response = await ask.get(path);
    expect([path, response.status(), await resultOf(response)]).toEqual([path, 404, 404]);
  }
  const forged = await ask.post('/webhooks/checkout-com/', { data: { type: 'payment_captured' } });
  expect(forged.status()).toBe(401);
});

/** Sends headers that announce a body of this size, but no body: the server must refuse by the headers alone. */
function announce(path: string, bytes: number, language = 'ar'): Promise<{ status: number; body: string }> {
  return new Promise((answered, failed) => {
    const sent = httpsRequest(
      `${edge.url}${path}`,
      {
        method: 'POST',
        rejectUnauthorized: false,
        headers: { 'content-length': bytes, 'accept-language': language },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          answered({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
          sent.destroy();
        });
      },
    );
    sent.on('error', failed);
    sent.flushHeaders();
  });
}

test('each path has its own body limit, and a larger body is refused with the reason', ONCE, async () => {
  const FORM = 64 * 1024;
  const MB = 1024 * 1024;
  const overs = [
    ['/api/sys/ts/', 64 * 1024 + 1, 22001],
    ['/third/sensor_monitor/report_data/', 64 * 1024 + 1, 22001],
    ['/webhooks/adyen/', 64 * 1024 + 1, 22001],
    [uploadFile.path, 50 * MB + FORM + 1, 22044],
    [uploadImage.path, 10 * MB + FORM + 1, 22044],
  ] as const;
  for (const [path, bytes, result] of overs) {
    const { status, body } = await announce(path, bytes);
    expect([path, status, (JSON.parse(body) as { result: number }).result]).toEqual([path, 413, result]);
  }
  expect((await announce(uploadFile.path, 60 * MB, 'en-GB')).body).toContain('The file is too large');
  expect((await announce(uploadFile.path, 60 * MB, 'ar')).body).toContain('الملف كبير');

  const large = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * MB) };
  const let_through = await ask.post(uploadFile.path, { multipart: { token: 't', key: 'k', file: large } });
  expect([let_through.status(), await resultOf(let_through)]).toEqual([400, 22001]);
  expect(let_through.headers()).toMatchObject(API_HEADERS);
});

test(
  'a client’s X-Forwarded-For header is ignored, unless it comes from a known load balancer',
  ONCE,
  async () => {
    const claimed = { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' } };
    const country = async (from: APIRequestContext): Promise<unknown> =>
      ((await (await from.get(readPosition.path, claimed)).json()) as { data: { country: unknown } }).data
        .country;
    // This machine's address counts as Saudi; the claimed address has no country.
    expect(await country(ask)).toBe('SA');
    const direct = await request.newContext({ baseURL: shop().apiUrl });
    expect(await country(direct)).toBe(null);
    await direct.dispose();

    const behind = await startEdge('behind-balancer');
    const balancer = await request.newContext({ baseURL: behind.url });
    try {
      expect(await country(balancer)).toBe(null);
      const over = (proto: string) => balancer.get('/pay', { headers: { 'x-forwarded-proto': proto } });
      expect((await over('https')).headers()['strict-transport-security']).toBe(STRICT_TRANSPORT);
      expect((await over('http')).headers()['strict-transport-security']).toBeUndefined();
    } finally {
      await balancer.dispose();
      await behind.stop();
    }
  },
);

test(
  'plain http is redirected to https, and a request for a foreign host is closed without a response',
  ONCE,
  async () => {
    const response = await ask.get(`${edge.plainUrl}/pay?a=1`);
    expect([response.status(), response.headers()['location']]).toEqual([308, 'https://127.0.0.1/pay?a=1']);
    expect(response.headers()['strict-transport-security']).toBeUndefined();
    for (const url of [`${edge.url}/pay`, `${edge.plainUrl}/pay`]) {
      const foreign = ask.get(url, { headers: { host: 'evil.example' } });
      await expect(foreign).rejects.toThrow(/hang up|ECONNRESET/);
    }
  },
);

test('when the API is down a call gets a JSON error with 502, and pages are still served', ONCE, async () => {
  const alone = await startEdge('behind-balancer', { API_URL: 'http://127.0.0.1:1' });
  const visitor = await request.newContext({ baseURL: alone.url });
  try {
    const response = await visitor.post('/api/order/create_coin_pay/', { data: {} });
    expect([response.status(), await resultOf(response)]).toEqual([502, 500]);
    expect(response.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await visitor.get('/pay')).status()).toBe(200);
  } finally {
    await visitor.dispose();
    await alone.stop();
  }
});
