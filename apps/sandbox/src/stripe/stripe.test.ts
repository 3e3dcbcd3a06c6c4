import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../server.ts';
import type { ScenarioKey } from '../scenarios.ts';
import { SEARCH_LAGS_MS } from './look-up-calls.ts';

const SECRET_KEY = 'sk_test_ofthissandbox';

let sandbox: Sandbox;
let clock = Date.parse('2026-11-16T08:00:00Z');

beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    now: () => clock,
    providers: { stripe: { secretKey: SECRET_KEY, webhookSecret: 'whsec_1', webhookUrl: null } },
  });
});
afterAll(() => sandbox.close());

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly error?: Record<string, unknown> };
  readonly headers: Headers;
}

async function call(
  path: string,
  form: Record<string, string> | null,
  key: string = randomUUID(),
): Promise<Answered> {
  const answer = await fetch(`${sandbox.url}/v1/${path}`, {
    method: form === null ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': key },
    ...(form === null ? {} : { body: new URLSearchParams(form) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answered['body'], headers: answer.headers };
}

async function paymentData(scenario: ScenarioKey): Promise<string> {
  const answer = await fetch(`${sandbox.url}/apple-pay/token?scenario=${scenario}`);
  return JSON.stringify(((await answer.json()) as { paymentData: object }).paymentData);
}

async function formFor(scenario: ScenarioKey): Promise<Record<string, string>> {
  const { body } = await call('tokens', { pk_token: await paymentData(scenario) });
  return {
    amount: '999',
    currency: 'usd',
    confirm: 'true',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][token]': String(body['id']),
    'metadata[order_id]': randomUUID(),
  };
}

describe('Stripe’s tokens', () => {
  it('a wallet’s payment data can be exchanged for a Stripe token only once', async () => {
    const pk_token = await paymentData('approve');
    expect((await call('tokens', { pk_token })).body).toMatchObject({ object: 'token', used: false });
    expect(await call('tokens', { pk_token })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: 'token_already_used' } },
    });
    expect(await call('tokens', { pk_token: '{}' })).toMatchObject({ status: 400 });
  });

  it('a Stripe token pays once', async () => {
    const form = await formFor('approve');
    expect(await call('payment_intents', form)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect((await call('payment_intents', form)).body.error).toMatchObject({ code: 'token_already_used' });
  });
});

describe('Stripe’s idempotency keys', () => {
  it('a repeated Stripe request gets the first answer, marked as replayed; another body is refused', async () => {
    const form = await formFor('approve');
    const first = await call('payment_intents', form, 'key-1');
    const again = await call('payment_intents', form, 'key-1');
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(await call('payment_intents', { ...form, amount: '1999' }, 'key-1')).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    });
  });

  it.each([
    ['error-before-charge', 0],
    ['error-after-charge', 1],
  ] as const)(
    '%s: Stripe replays an error answer for the same idempotency key',
    async (scenario, payments) => {
      const form = await formFor(scenario);
      expect((await call('payment_intents', form, `key-${scenario}`)).status).toBe(500);
      const again = await call('payment_intents', form, `key-${scenario}`);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([500, 'true']);
      const books = (await (await fetch(`${sandbox.url}/_control/stripe/books`)).json()) as {
        payments: { reference: string }[];
      };
      const own = books.payments.filter(({ reference }) => reference === form['metadata[order_id]']);
      expect(own).toHaveLength(payments);
    },
  );
});

describe('the API of Stripe', () => {
  it('a Stripe decline is answered with 402 and contains the payment', async () => {
    const answer = await call('payment_intents', await formFor('insufficient-funds'));
    expect(answer).toMatchObject({
      status: 402,
      body: {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'insufficient_funds',
          payment_intent: { status: 'requires_payment_method', amount_received: 0 },
        },
      },
    });
  });

  it('a Stripe request with a wrong API key is refused', async () => {
    const answer = await fetch(`${sandbox.url}/v1/payment_intents`, {
      headers: { authorization: 'Bearer sk_x' },
    });
    expect(answer.status).toBe(401);
  });

  it('a Stripe payment is in the list at once, and in the search only after its index is updated', async () => {
    const form = await formFor('approve');
    const { body } = await call('payment_intents', form);
    const query = encodeURIComponent(`metadata['order_id']:'${form['metadata[order_id]']}'`);
    const found = async (path: string) =>
      ((await call(path, null)).body['data'] as { id: string }[]).map(({ id }) => id);
    expect(await found(`payment_intents/search?query=${query}`)).toEqual([]);
    expect(await found('payment_intents?limit=1')).toEqual([body['id']]);
    clock += SEARCH_LAGS_MS;
    expect(await found(`payment_intents/search?query=${query}`)).toEqual([body['id']]);
    expect(await found(`payment_intents?created[gte]=${clock / 1000}`)).toEqual([]);
  });

  it('a Stripe payment cannot be refunded for more than was captured', async () => {
    const { body } = await call('payment_intents', await formFor('approve'));
    const refund = (amount: string) => call('refunds', { payment_intent: String(body['id']), amount });
    expect(await refund('600')).toMatchObject({ status: 200, body: { status: 'succeeded', amount: 600 } });
    expect(await refund('600')).toMatchObject({ status: 400 });
    expect(await refund('399')).toMatchObject({ status: 200 });
  });
});
