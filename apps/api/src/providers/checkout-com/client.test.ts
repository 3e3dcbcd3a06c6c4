import { usdCents, type CardExpiry, type CardSourceId, type OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { checkoutComProvider } from './checkout-com.provider.ts';

const SECRET = 'sk_sbox_neverinalognever0123456789';
const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab' as OrderId;
const REQUEST = {
  orderId: ORDER,
  amountUsdCents: usdCents(999),
  token: 'tok_neverinalog',
  idempotencyKey: 'attempt-1',
  returnUrls: { frame: 'http://127.0.0.1/bank-return.html', page: 'http://127.0.0.1/recharge-list' },
  payer: { reference: 'device-1', address: '203.0.113.7', browser: null },
};

const MONEY = { providerPaymentId: 'pay_1', amountMinorUnits: 999, currency: 'USD' };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function providerAnswering(answer: (sent: Sent) => Promise<Response> | Response, timeoutMs = 1_000) {
  const sent: Sent[] = [];
  const provider = checkoutComProvider({
    baseUrl: 'http://provider.invalid/',
    secretKey: SECRET,
    processingChannelId: 'pc_1',
    webhookKey: 'key',
    timeoutMs,
    fetch: async (url, init = {}) => {
      const call = { url: url as string, init };
      sent.push(call);
      return answer(call);
    },
  });
  return { provider, sent };
}

const json = (status: number, body: object): Response => new Response(JSON.stringify(body), { status });

describe('what is sent', () => {
  it('carries the key of the attempt, our order as the reference, and asks for capture and 3-D Secure', async () => {
    const { provider, sent } = providerAnswering(() => json(500, {}));
    await provider.authorise(REQUEST);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe('http://provider.invalid/payments');
    const headers = new Headers(sent[0]?.init.headers);
    expect(headers.get('cko-idempotency-key')).toBe('attempt-1');
    expect(headers.get('authorization')).toBe(`Bearer ${SECRET}`);
    expect(JSON.parse(sent[0]?.init.body as string)).toEqual({
      source: { type: 'token', token: REQUEST.token, store_for_future_use: true },
      amount: 999,
      currency: 'USD',
      reference: ORDER,
      payment_type: 'Regular',
      capture: true,
      processing_channel_id: 'pc_1',
      '3ds': { enabled: true },
      success_url: REQUEST.returnUrls.frame,
      failure_url: REQUEST.returnUrls.frame,
    });
  });

  it('names a kept card by its id, with the token of its CVV where there is one', async () => {
    const { provider, sent } = providerAnswering(() => json(500, {}));
    const { token: _typed, ...rest } = REQUEST;
    const sourceId = 'src_kept' as CardSourceId;
    await provider.authorise({ ...rest, sourceId, cvvToken: 'tok_cvv' });
    await provider.authorise({ ...rest, sourceId, cvvToken: null });
    expect(sent.map(({ init }) => (JSON.parse(init.body as string) as { source: object }).source)).toEqual([
      { type: 'id', id: 'src_kept', cvv: 'tok_cvv' },
      { type: 'id', id: 'src_kept' },
    ]);
  });

  it('tells a kept card its new date, and forgets it, at its own address', async () => {
    const { provider, sent } = providerAnswering(() => new Response(null, { status: 204 }));
    const sourceId = 'src_kept' as CardSourceId;
    await provider.updateCardExpiry(sourceId, '07/31' as CardExpiry);
    await provider.forgetCard(sourceId, 'device-1');
    expect(sent.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      [
        'PATCH',
        'http://provider.invalid/instruments/src_kept',
        JSON.stringify({ type: 'card', expiry_month: 7, expiry_year: 2031 }),
      ],
      ['DELETE', 'http://provider.invalid/instruments/src_kept', undefined],
    ]);
  });
});

describe('what cannot be known', () => {
  it.each([429, 500, 502, 503])('status %i is unknown, and is not tried again', async (status) => {
    const { provider, sent } = providerAnswering(() => json(status, {}));
    expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
    expect((await provider.lookUp(ORDER, null)).kind).toBe('unknown');
    expect((await provider.refund(MONEY, 'key')).kind).toBe('unknown');
    const card = 'src_1' as CardSourceId;
    expect((await provider.updateCardExpiry(card, '07/31' as CardExpiry)).kind).toBe('unknown');
    expect((await provider.forgetCard(card, 'device-1')).kind).toBe('unknown');
    expect(sent).toHaveLength(5);
  });

  it('a server that never answers is given up after the time-out', async () => {
    const { provider } = providerAnswering(
      ({ init }) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
      20,
    );
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'time-out' });
  });

  it('a broken connection tells nothing of what was sent', async () => {
    const { provider } = providerAnswering(() => {
      throw new TypeError(`fetch failed: ${SECRET} ${REQUEST.token}`);
    });
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'connection failed' });
  });

  it.each([
    {},
    { id: 'pay_1', status: 'Authorized' },
    { id: 'pay_1', status: 'Authorized', amount: 9.99, currency: 'USD' },
  ])('a good status with a body that cannot be read is unknown: %j', async (body) => {
    const { provider } = providerAnswering(() => json(201, body));
    expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
  });

  it('a list that cannot be read is unknown, never none', async () => {
    const { provider } = providerAnswering(() => json(200, { data: [{ id: 'pay_1' }] }));
    expect((await provider.lookUp(ORDER, null)).kind).toBe('unknown');
  });
});

describe('what is our own fault', () => {
  it.each([401, 403])('status %i is thrown without the key in it', async (status) => {
    const { provider } = providerAnswering(() => json(status, {}));
    const message = await provider.authorise(REQUEST).then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    expect(message).toMatch(/Checkout\.com does not/);
    expect(message).not.toContain(SECRET);
  });
});

describe('the books', () => {
  const payment = (id: string, status: string, requested_on: string) => ({
    id,
    status,
    amount: 999,
    currency: 'USD',
    requested_on,
  });
  const lookUp = (...data: object[]) =>
    providerAnswering(() => json(200, { data })).provider.lookUp(ORDER, null);

  it('money wins over everything else', async () => {
    const step = await lookUp(
      payment('pay_3', 'Pending', '2026-01-03T00:00:00Z'),
      payment('pay_2', 'Captured', '2026-01-02T00:00:00Z'),
      payment('pay_1', 'Declined', '2026-01-04T00:00:00Z'),
    );
    expect(step).toMatchObject({ kind: 'paid', providerPaymentId: 'pay_2' });
  });

  it('without money the newest that is still open counts, whatever the order of the list', async () => {
    const step = await lookUp(
      payment('pay_1', 'Pending', '2026-01-01T00:00:00Z'),
      payment('pay_3', 'Declined', '2026-01-03T00:00:00Z'),
      payment('pay_2', 'Pending', '2026-01-02T00:00:00Z'),
    );
    expect(step).toEqual({ kind: 'pending', providerPaymentId: 'pay_2' });
  });

  it('when all were refused the newest refusal is the answer', async () => {
    const step = await lookUp(
      { ...payment('pay_1', 'Declined', '2026-01-01T00:00:00Z'), response_code: '20051' },
      { ...payment('pay_2', 'Declined', '2026-01-02T00:00:00Z'), response_code: '20054' },
    );
    expect(step).toMatchObject({
      kind: 'refused',
      providerPaymentId: 'pay_2',
      outcome: 'expire',
      code: '20054',
    });
  });

  it('an id the provider does not know is looked for by our reference', async () => {
    const { provider, sent } = providerAnswering(({ url }) =>
      url.includes('reference=')
        ? json(200, { data: [payment('pay_9', 'Captured', '')] })
        : new Response(null, { status: 404 }),
    );
    expect(await provider.lookUp(ORDER, 'pay_gone')).toMatchObject({
      kind: 'paid',
      providerPaymentId: 'pay_9',
    });
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/payments/pay_gone', '/payments']);
  });
});
