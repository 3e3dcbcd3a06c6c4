import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScenarioKey } from '../scenarios.ts';
import { createSandbox, type Sandbox } from '../server.ts';

const SECRET_KEY = 'sk_test_ofthissandbox';

let sandbox: Sandbox;
let shop: Server;
const receivedWebhooks: { readonly hashstring: unknown; readonly body: Record<string, unknown> }[] = [];

beforeAll(async () => {
  shop = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString('utf8')));
    request.on('end', () => {
      receivedWebhooks.push({
        hashstring: request.headers['hashstring'],
        body: JSON.parse(text) as Record<string, unknown>,
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  sandbox = await createSandbox({
    port: 0,
    providers: { tap: { secretKey: SECRET_KEY, merchantId: 'm1' } },
    outage: { settleAfterMs: 5 },
  });
});
afterAll(async () => {
  await sandbox.close();
  shop.close();
});

async function call(path: string, body: object | null, key = SECRET_KEY) {
  const answer = await fetch(`${sandbox.url}/tap/v2/${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function tokenFor(scenario: ScenarioKey): Promise<object> {
  const answer = await fetch(`${sandbox.url}/apple-pay/token?scenario=${scenario}`);
  return ((await answer.json()) as { paymentData: object }).paymentData;
}

async function chargeFor(scenario: ScenarioKey): Promise<Record<string, unknown>> {
  const token = await call('tokens', { type: 'applepay', token_data: await tokenFor(scenario) });
  return {
    amount: 9.99,
    currency: 'USD',
    reference: { order: randomUUID(), idempotent: randomUUID() },
    customer: { first_name: 'A', email: 'a@shop.invalid' },
    merchant: { id: 'm1' },
    source: { id: token.body['id'] },
    post: { url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/` },
    redirect: { url: 'http://shop.invalid/' },
  };
}

describe('Tap’s charges', () => {
  it('an Apple Pay token pays once at Tap, even if it was exchanged for two Tap tokens', async () => {
    const token_data = await tokenFor('approve');
    const [first, second] = [
      await call('tokens', { type: 'applepay', token_data }),
      await call('tokens', { type: 'applepay', token_data }),
    ];
    const paying = async (token: typeof first) =>
      call('charges', { ...(await chargeFor('approve')), source: { id: token.body['id'] } });
    expect((await paying(first)).body).toMatchObject({ status: 'CAPTURED', response: { code: '000' } });
    expect(await paying(second)).toMatchObject({ status: 400, body: { errors: [{ code: '1126' }] } });
  });

  it('a Tap charge repeated with its idempotency reference is the same charge, and with another amount it is answered 409', async () => {
    const charge = await chargeFor('approve');
    const first = await call('charges', charge);
    expect((await call('charges', charge)).body['id']).toBe(first.body['id']);
    expect((await call('charges', { ...charge, amount: 1 })).status).toBe(409);
  });

  it('a refusal by the bank is a declined Tap charge', async () => {
    expect(await call('charges', await chargeFor('insufficient-funds'))).toMatchObject({
      status: 200,
      body: { status: 'DECLINED', response: { code: '505' } },
    });
  });

  it.each([
    ['amount', { amount: 9.999 }],
    ['currency', { currency: 'dollar' }],
    ['customer', { customer: { first_name: 'A' } }],
    ['merchant', { merchant: { id: 'another' } }],
    ['source', { source: { id: 'tok_x' } }],
  ])('a Tap charge with a wrong %s is refused', async (_name, wrong) => {
    const answer = await call('charges', { ...(await chargeFor('approve')), ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: expect.any(String) }] } });
  });

  it('a Tap request with a wrong API key is refused', async () => {
    expect((await call('charges', await chargeFor('approve'), 'sk_x')).status).toBe(401);
  });

  it('Tap’s list of charges shows recent charges and refuses a period of more than thirty days', async () => {
    const { body } = await call('charges', await chargeFor('approve'));
    const now = Date.now();
    const list = (from: number) =>
      call('charges/list', { period: { date: { from, to: now + 1_000 } }, limit: 1 });
    expect((await list(now - 60_000)).body).toMatchObject({ has_more: true, charges: [{ id: body['id'] }] });
    expect((await list(now - 31 * 24 * 60 * 60_000)).status).toBe(400);
  });
});

it('each Tap charge and its refund are reported to the charge’s own address, with a signature', async () => {
  const { body } = await call('charges', await chargeFor('approve'));
  const refund = await call('refunds', {
    charge_id: body['id'],
    amount: 4,
    currency: 'USD',
    reason: 'requested_by_customer',
  });
  expect(refund.body).toMatchObject({ status: 'PENDING', charge_id: body['id'] });
  const letter = (id: unknown) => receivedWebhooks.find((one) => one.body['id'] === id);
  await vi.waitFor(() => expect(letter(refund.body['id'])?.body).toMatchObject({ status: 'REFUNDED' }));
  const { reference, transaction } = body as {
    reference: { gateway: string; payment: string };
    transaction: { created: string };
  };
  const text = `x_id${body['id'] as string}x_amount9.99x_currencyUSDx_gateway_reference${reference.gateway}x_payment_reference${reference.payment}x_statusCAPTUREDx_created${transaction.created}`;
  expect(letter(body['id'])?.hashstring).toBe(createHmac('sha256', SECRET_KEY).update(text).digest('hex'));
});
