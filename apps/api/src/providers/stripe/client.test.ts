import { describe, expect, it } from 'vitest';
import { INTENT, json, ORDER, page, REQUEST, stripeAnswering } from './test/stripe-answering.ts';

const error = (status: number, body: object, headers = {}) => json({ error: body }, status, headers);

describe('requests to Stripe', () => {
  it('a wallet’s data becomes a Stripe token and the token a payment, each under a key of the attempt', async () => {
    const { provider, sent } = stripeAnswering(() => json(INTENT));
    expect(await provider.authorise(REQUEST)).toMatchObject({ kind: 'paid', providerPaymentId: 'pi_1' });
    const [token, intent] = sent;
    expect(token).toMatchObject({ method: 'POST', path: '/v1/tokens', key: `${ORDER}-1-token` });
    expect(JSON.parse(token?.form.get('pk_token') ?? '')).toMatchObject({
      version: 'EC_v1',
      data: 'c2VhbGVk',
    });
    expect(token?.form.get('pk_token_transaction_id')).toBe('ab12');
    expect(intent).toMatchObject({ method: 'POST', path: '/v1/payment_intents', key: `${ORDER}-1` });
    expect(Object.fromEntries(intent?.form ?? [])).toMatchObject({
      amount: '999',
      currency: 'usd',
      confirm: 'true',
      capture_method: 'automatic',
      error_on_requires_action: 'true',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': 'tok_1',
      'metadata[order_id]': ORDER,
    });
    expect(sent).toHaveLength(2);
  });

  it('a refund request has the payment, the amount and the key', async () => {
    const refund = { id: 're_1', amount: 400, currency: 'usd', status: 'pending' };
    const { provider, sent } = stripeAnswering(() => json(refund));
    const refundFields = { providerPaymentId: 'pi_1', money: { currency: 'USD', minorUnits: 400 } };
    const request = { ...refundFields, paid: REQUEST.money, orderId: ORDER };
    expect(await provider.refund(request, 'key-r')).toEqual({ kind: 'accepted', returnId: 're_1' });
    expect(sent).toMatchObject([{ path: '/v1/refunds', key: 'key-r' }]);
    expect(Object.fromEntries(sent[0]?.form ?? [])).toMatchObject({ payment_intent: 'pi_1', amount: '400' });
  });
});

describe('answers that leave the result unknown', () => {
  it.each([400, 401, 403, 408, 409, 425, 429, 500, 502, 503])(
    'a payment answered with status %i is unknown, and each request is sent once',
    async (status) => {
      const code = status === 400 ? { code: 'lock_timeout' } : {};
      const { provider, sent } = stripeAnswering(() => error(status, { type: 'api_error', ...code }));
      expect(await provider.authorise(REQUEST)).toEqual({
        kind: 'unknown',
        why: expect.stringContaining(`http ${status}`),
      });
      expect(sent).toHaveLength(2); // one try each
    },
  );

  it('a payment whose connection breaks has an unknown result, and is not tried again', async () => {
    const { provider, sent } = stripeAnswering(() => {
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
    });
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'connection failed' });
    expect(sent).toHaveLength(2);
  });

  it('a look-up at a server that never answers ends with an unknown result after the time-out', async () => {
    const { provider, sent } = stripeAnswering(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      { timeoutMs: 20 },
    );
    expect(await provider.lookUp(ORDER, 'pi_1')).toEqual({ kind: 'unknown', why: 'time-out' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a body that is not JSON', new Response('<html>')],
    ['an incomplete payment', json({ id: 'pi_1' })],
    [
      'a payment of another order',
      json({ ...INTENT, metadata: { order_id: '01890000-0000-7000-8000-000000000002' } }),
    ],
    ['an unknown status', json({ ...INTENT, status: 'something_new' })],
  ])('a payment answered with %s is unknown', async (_name, answer) => {
    const { provider } = stripeAnswering(() => answer.clone());
    expect(await provider.authorise(REQUEST)).toMatchObject({ kind: 'unknown' });
  });

  it('a payment answered with a replayed server error is looked up, and is read as paid', async () => {
    const { provider } = stripeAnswering(({ method, path }) => {
      if (method === 'POST') return error(500, { type: 'api_error' }, { 'idempotent-replayed': 'true' });
      return path.endsWith('/payment_intents') ? page([INTENT]) : page([]);
    });
    expect(await provider.authorise(REQUEST)).toMatchObject({ kind: 'paid', providerPaymentId: 'pi_1' });
  });
});

describe('refused requests', () => {
  const declined = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };

  it('a bank’s decline is read as refused, with the payment’s id and the bank’s code', async () => {
    const body = { ...declined, payment_intent: { ...INTENT, status: 'requires_payment_method' } };
    const { provider, sent } = stripeAnswering(() => error(402, body));
    expect(await provider.authorise(REQUEST)).toEqual({
      kind: 'refused',
      providerPaymentId: 'pi_1',
      outcome: 'balance',
      code: 'insufficient_funds',
    });
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['no payment is found', [], { kind: 'refused', code: 'token_already_used', providerPaymentId: null }],
    ['an earlier try was paid', [INTENT], { kind: 'paid', providerPaymentId: 'pi_1' }],
  ])(
    'a refused payment request is looked up, and its result is right when %s',
    async (_name, known, step) => {
      const body = { type: 'invalid_request_error', code: 'token_already_used' };
      const { provider } = stripeAnswering(({ method, path }) => {
        if (method === 'POST') return error(400, body);
        return path.endsWith('/payment_intents') ? page(known) : page([]);
      });
      expect(await provider.authorise(REQUEST)).toMatchObject(step);
    },
  );

  it('a payment answered with an idempotency error is read with an unknown result, and not as refused', async () => {
    const { provider } = stripeAnswering(({ method }) =>
      method === 'POST' ? error(400, { type: 'idempotency_error' }) : page([]),
    );
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'idempotency_error' });
  });
});

it('every call to Stripe is counted without ids, with Stripe’s request id', async () => {
  const calls: object[] = [];
  const { provider } = stripeAnswering(
    ({ path }) =>
      path.includes('pi_') ? json(INTENT, 200, { 'request-id': 'req_1' }) : error(429, { type: 'api_error' }),
    { observe: ({ name, outcome, requestId }) => calls.push({ name, outcome, requestId }) },
  );
  await provider.lookUp(ORDER, 'pi_1');
  expect(calls).toEqual([
    { name: 'GET payment_intents :id', outcome: '200', requestId: 'req_1' },
    { name: 'GET refunds', outcome: '429', requestId: null },
  ]);
});
