import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScenarioKey } from '../scenarios.ts';
import { createSandbox, type Sandbox } from '../server.ts';

const KEYS = { secretKey: 'sk_sbox_secret', publicKey: 'pk_sbox_public', webhookKey: 'webhook-key' };
const OURS = { authorization: `Bearer ${KEYS.secretKey}` };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, providers: { 'checkout-com': { ...KEYS, webhookUrl: null } } });
});
afterAll(() => sandbox.close());

interface Body {
  readonly id: string;
  readonly token: string;
  readonly status: string;
  readonly response_code: string;
  readonly error_codes: readonly string[];
  readonly expiry_year: number;
  readonly source: { readonly id: string; readonly fingerprint: string };
}

async function ask(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = OURS,
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
}

const pay = (source: object, more: object = {}) =>
  ask('POST', '/payments', { source, amount: 999, currency: 'USD', ...more });

async function payNew(scenario: ScenarioKey, source: object = {}, more: object = {}): Promise<Body> {
  const { body } = await ask('POST', '/_control/tokens', { scenario });
  return (await pay({ type: 'token', token: body.token, ...source }, more)).body;
}

async function cvvToken(): Promise<string> {
  const tokenRequest = { type: 'cvv', token_data: { cvv: '123' } };
  return (await ask('POST', '/tokens', tokenRequest, { authorization: KEYS.publicKey })).body.token;
}

describe('cards saved at Checkout.com', () => {
  it('a card saved at Checkout.com pays again by its id with a CVV token that works once', async () => {
    const { source } = await payNew('approve');
    const cvv = await cvvToken();
    const again = await pay({ type: 'id', id: source.id, cvv });
    expect(again).toMatchObject({ status: 201, body: { status: 'Authorized', source } });
    expect(await pay({ type: 'id', id: source.id, cvv })).toMatchObject({
      status: 422,
      body: { error_codes: ['cvv_token_invalid'] },
    });
    expect((await pay({ type: 'id', id: source.id, cvv: '123' })).status).toBe(422);
    expect((await pay({ type: 'id', id: source.id })).status).toBe(201);
  });

  it('a Checkout.com card is not saved if the shop does not request it', async () => {
    const { id, source } = await payNew('approve', { store_for_future_use: false });
    expect(source).toMatchObject({ last4: '4242', fingerprint: expect.stringMatching(/^FP/) });
    expect(source).not.toHaveProperty('id');
    expect((await ask('GET', `/payments/${id}`)).body.source).not.toHaveProperty('id');
  });

  it('a card saved at Checkout.com shows its last digits and customer, and only with the secret key', async () => {
    const { source } = await payNew('approve-mastercard', {}, { customer: { id: 'cus_1' } });
    const path = `/instruments/${source.id}`;
    expect((await ask('GET', path)).body).toMatchObject({
      type: 'card',
      last4: '6378',
      fingerprint: source.fingerprint,
      customer: { id: 'cus_1' },
    });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await ask(method, path, undefined, { authorization: KEYS.publicKey })).status).toBe(401);
  });

  it('a card saved at Checkout.com accepts a new expiry date but no impossible one', async () => {
    const { source } = await payNew('approve');
    const path = `/instruments/${source.id}`;
    const renew = (expiry_month: unknown, expiry_year: unknown) =>
      ask('PATCH', path, { type: 'card', expiry_month, expiry_year });
    expect(await renew(1, 2045)).toMatchObject({
      status: 200,
      body: { id: source.id, fingerprint: source.fingerprint },
    });
    expect((await ask('GET', path)).body.expiry_year).toBe(2045);
    expect((await renew(13, 2045)).body.error_codes).toEqual(['card_expiry_month_invalid']);
    expect((await renew(1, 2020)).body.error_codes).toEqual(['card_expired']);
    expect((await renew(1, '45')).status).toBe(422);
  });

  it('a card saved at Checkout.com can be deleted once, and is gone afterwards', async () => {
    const { source } = await payNew('approve');
    const path = `/instruments/${source.id}`;
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await ask('PATCH', path, { expiry_month: 1, expiry_year: 2045 })).status).toBe(404);
    expect((await pay({ type: 'id', id: source.id })).status).toBe(422);
  });

  it('the expiring test card at Checkout.com pays at first, is declined once saved, and pays again with a later date', async () => {
    const first = await payNew('expires-when-kept');
    expect(first.status).toBe('Authorized');
    const savedSource = { type: 'id', id: first.source.id };
    expect((await pay(savedSource)).body).toMatchObject({ status: 'Declined', response_code: '20054' });
    const renew = (year: number) =>
      ask('PATCH', `/instruments/${first.source.id}`, { expiry_month: 12, expiry_year: year });
    const { expiry_year: year } = (await ask('GET', `/instruments/${first.source.id}`)).body;
    await renew(year); // the same date again is no new card
    expect((await pay(savedSource)).body.status).toBe('Declined');
    await renew(year + 2);
    expect((await pay(savedSource)).body.status).toBe('Authorized');
  });

  it('a card has the same fingerprint at Checkout.com each time it is saved', async () => {
    const [one, same, other] = [
      await payNew('approve'),
      await payNew('approve'),
      await payNew('approve-mastercard'),
    ];
    expect(one.source.fingerprint).toBe(same.source.fingerprint);
    expect(one.source.id).not.toBe(same.source.id);
    expect(one.source.fingerprint).not.toBe(other.source.fingerprint);
  });
});
