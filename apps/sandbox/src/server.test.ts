import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Script } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from './server.ts';
import { allHaveArrived } from './test/all-have-arrived.ts';

const KEYS = { secretKey: 'sk_sbox_secret', publicKey: 'pk_sbox_public', webhookKey: 'webhook-key' };
const CARD = { type: 'card', number: '4242424242424242', expiry_month: 12, expiry_year: 2040, cvv: '100' };

let sandbox: Sandbox;
let hook: Server;
let refusals = 0;
const events: { readonly body: string; readonly signature: string | string[] | undefined }[] = [];

beforeAll(async () => {
  hook = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const isRefused = refusals > 0;
      if (isRefused) refusals -= 1;
      else events.push({ body, signature: request.headers['cko-signature'] });
      response.writeHead(isRefused ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  sandbox = await createSandbox({
    port: 0,
    providers: { 'checkout-com': { ...KEYS, webhookUrl } },
    webhookRetryFirstMs: 10,
    outage: { hangMs: 50 },
  });
});

afterAll(async () => {
  await sandbox.close();
  hook.closeAllConnections();
  hook.close();
});

afterEach(async () => {
  await post('/_control/reset', {});
  await allHaveArrived(`${sandbox.url}/_control/webhooks`);
  events.length = 0;
  refusals = 0;
});

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const json = { 'content-type': 'application/json' };
  return fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
}

async function pay(
  scenario: string,
  key = crypto.randomUUID(),
  reference: string = crypto.randomUUID(),
): Promise<Response> {
  const { token } = (await (await post('/_control/tokens', { scenario })).json()) as { token: string };
  const body = { source: { type: 'token', token }, amount: 999, currency: 'USD', reference };
  return post('/payments', body, { authorization: `Bearer ${KEYS.secretKey}`, 'cko-idempotency-key': key });
}

async function books(): Promise<{ payments: { status: string }[]; totals: Record<string, number> }> {
  return (await (await fetch(`${sandbox.url}/_control/books`)).json()) as Awaited<ReturnType<typeof books>>;
}

it('Checkout.com tokens require the public key, with or without Bearer', async () => {
  expect((await post('/tokens', CARD, { authorization: KEYS.publicKey })).status).toBe(201);
  expect((await post('/tokens', CARD, { authorization: `Bearer ${KEYS.publicKey}` })).status).toBe(201);
  expect((await post('/tokens', CARD, { authorization: KEYS.secretKey })).status).toBe(401);
  const cvv = await post(
    '/tokens',
    { type: 'cvv', token_data: { cvv: '123' } },
    { authorization: KEYS.publicKey },
  );
  expect(await cvv.json()).toEqual({
    type: 'cvv',
    token: expect.stringMatching(/^tok_/),
    expires_on: expect.any(String),
  });
});

it('Checkout.com payments require the secret key', async () => {
  expect((await post('/payments', {}, { authorization: 'Bearer pk_sbox_public' })).status).toBe(401);
  expect((await fetch(`${sandbox.url}/payments/pay_1`)).status).toBe(401);
});

it('the sandbox refuses a payment without a card token as Checkout.com does: 422, request id, error codes', async () => {
  const answer = await post('/payments', { amount: 1 }, { authorization: `Bearer ${KEYS.secretKey}` });
  expect(answer.status).toBe(422);
  expect(answer.headers.get('cko-request-id')).toMatch(/^req_/);
  expect(await answer.json()).toMatchObject({
    error_type: 'request_invalid',
    error_codes: ['source_token_required'],
  });
});

it('Checkout.com webhooks are signed over their bytes: approved, then captured', async () => {
  await pay('approve');
  await vi.waitFor(() => expect(events).toHaveLength(2), { timeout: 60_000 });
  for (const { body, signature } of events) {
    expect(signature).toBe(createHmac('sha256', KEYS.webhookKey).update(body).digest('hex'));
    expect(body).not.toContain('4242424242424242');
  }
  const types = events.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  expect(types.toSorted()).toEqual(['payment_approved', 'payment_captured']);
});

it('Checkout.com webhooks that the shop refuses are sent again until accepted', async () => {
  refusals = 5;
  await pay('approve');
  await vi.waitFor(() => expect(events).toHaveLength(2), { timeout: 60_000 });
  const { counts } = (await (await fetch(`${sandbox.url}/_control/webhooks`)).json()) as { counts: object };
  expect(counts).toMatchObject({ refused: 5, abandoned: 0 });
});

it('a lost Checkout.com answer breaks the connection, while the payment is made', async () => {
  await expect(pay('answer-lost')).rejects.toThrow('fetch failed');
  expect((await books()).totals).toMatchObject({ payments: 1, captured: 999 });
});

it('in a Checkout.com outage requests fail without effect, or take effect and lose their answer', async () => {
  await post('/_control/api', { failRate: 1 });
  expect((await pay('approve')).status).toBe(503);
  expect((await books()).totals['payments']).toBe(0);
  await post('/_control/api', { failRate: 0, lostAnswerRate: 1 });
  await expect(pay('approve')).rejects.toThrow('fetch failed');
  expect((await books()).totals['payments']).toBe(1);
});

it('a sandbox control that does not exist or has a wrong value is refused by name', async () => {
  const answer = await post('/_control/webhooks', { delay: 5, lossRate: 2, hold: true });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ wrong: ['delay', 'lossRate'] });
});

it('a browser may request Checkout.com tokens from a local site, but not from another one', async () => {
  const preflight = (origin: string) =>
    fetch(`${sandbox.url}/tokens`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const local = await preflight('http://localhost:4100');
  expect([local.status, local.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'http://localhost:4100',
  ]);
  const foreign = await preflight('https://evil.example');
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
});

it('the sandbox serves Checkout.com’s card fields as plain script, and the page of test cards', async () => {
  const script = await (await fetch(`${sandbox.url}/checkout-web-components/index.js`)).text();
  expect(() => new Script(script)).not.toThrow();
  expect(await (await fetch(sandbox.url)).text()).toContain('4544 2491 6767 3670');
});

it('the sandbox serves every file that the frame of the card fields imports', async () => {
  const seen = new Set<string>();
  const follow = async (address: string): Promise<void> => {
    if (seen.has(address)) return;
    seen.add(address);
    const answer = await fetch(address);
    expect([address, answer.status]).toEqual([address, 200]);
    for (const [, path = ''] of (await answer.text()).matchAll(/from '([^']+)'/g))
      await follow(new URL(path, address).href);
  };
  await follow(`${sandbox.url}/checkout-web-components/fields/frame.ts`);
  expect(seen.size).toBeGreaterThan(4);
});
