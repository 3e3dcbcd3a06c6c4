import type { CardExpiry, CardSourceId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { SOURCE } from './test/event-body.ts';
import { json, ORDER, providerAnswering, SECRET } from './test/provider-answering.ts';

const REQUEST = {
  orderId: ORDER,
  money: { currency: 'USD', minorUnits: 999 },
  keepCard: true,
  token: 'tok_neverinalog',
  idempotencyKey: 'attempt-1',
  returnUrls: { frame: 'http://127.0.0.1/bank-return.html', page: 'http://127.0.0.1/recharge-list' },
  payer: { reference: 'device-1', address: '203.0.113.7', locale: 'ar' as const, browser: null },
};

const REFUND = {
  providerPaymentId: 'pay_1',
  money: { currency: 'USD', minorUnits: 400 },
  paid: REQUEST.money,
  orderId: ORDER,
};

describe('requests to Checkout.com', () => {
  it('a payment request has the attempt’s key, our order as reference, and asks for capture and 3-D Secure', async () => {
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

  it.each([true, false])(
    '[CRD-10] a payment request has store_for_future_use set as the payer allows: %s',
    async (keepCard) => {
      const { provider, sent } = providerAnswering(() => json(500, {}));
      await provider.authorise({ ...REQUEST, keepCard });
      expect(JSON.parse(sent[0]?.init.body as string)).toMatchObject({
        source: { store_for_future_use: keepCard },
      });
    },
  );

  it('[CRD-10] a card saved by the provider against the payer’s wish is not read as a saved card', async () => {
    const source = { ...SOURCE, last4: '4242' };
    const answer = { id: 'pay_1', status: 'Captured', amount: 999, currency: 'USD', source };
    const { provider } = providerAnswering(() => json(201, answer));
    const paid = { kind: 'paid', paidWith: { scheme: 'visa', last4: '4242' } };
    expect(await provider.authorise(REQUEST)).toMatchObject({ ...paid, card: { sourceId: 'src_1' } });
    expect(await provider.authorise({ ...REQUEST, keepCard: false })).toMatchObject({ ...paid, card: null });
    const { token: _typed, ...rest } = REQUEST;
    const savedCardRequest = { ...rest, sourceId: 'src_1' as CardSourceId, cvvToken: null, keepCard: false };
    expect(await provider.authorise(savedCardRequest)).toMatchObject({
      ...paid,
      card: { sourceId: 'src_1' },
    });
  });

  it('a refund request has its amount, our order and its own idempotency key, and the refund’s id is the answer’s action id', async () => {
    const { provider, sent } = providerAnswering(() => json(202, { action_id: 'act_7' }));
    expect(await provider.refund(REFUND, 'refund-1')).toEqual({ kind: 'accepted', returnId: 'act_7' });
    expect(await provider.refund(REFUND, 'refund-1')).toEqual({ kind: 'accepted', returnId: 'act_7' });
    for (const { url, init } of sent) {
      expect(url).toBe('http://provider.invalid/payments/pay_1/refunds');
      expect(new Headers(init.headers).get('cko-idempotency-key')).toBe('refund-1');
      expect(JSON.parse(init.body as string)).toEqual({ amount: 400, reference: ORDER });
    }
  });

  it('a refund accepted without an action id has an unknown result; a refund that is not accepted is refused', async () => {
    const acceptingProvider = providerAnswering(() => json(202, {})).provider;
    expect((await acceptingProvider.refund(REFUND, 'key')).kind).toBe('unknown');
    const body = { error_codes: ['refund_amount_exceeds_balance'] };
    const refused = providerAnswering(() => json(422, body)).provider;
    expect(await refused.refund(REFUND, 'key')).toEqual({ kind: 'refused', why: body.error_codes[0] });
  });

  it('a payment request for a saved card has its id, and the token of its CVV where there is one', async () => {
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

  it('a saved card’s new date and its deletion are sent to the card’s own address', async () => {
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

describe('answers that leave the result unknown', () => {
  const SILENT = [401, 403, 409, 429, 500, 502, 503];
  it.each(SILENT)(
    'any call answered with status %i has the result unknown and is not sent again',
    async (status) => {
      const { provider, sent } = providerAnswering(() => json(status, {}));
      const card = 'src_1' as CardSourceId;
      const answers = [
        await provider.authorise(REQUEST),
        await provider.lookUp(ORDER, null),
        await provider.lookUp(ORDER, 'pay_1'),
        await provider.confirm(ORDER, 'pay_1', null),
        await provider.refund(REFUND, 'key'),
        await provider.updateCardExpiry(card, '07/31' as CardExpiry),
        await provider.forgetCard(card, 'device-1'),
      ];
      for (const answer of answers) expect(answer).toEqual({ kind: 'unknown', why: `http ${status}` });
      expect(sent).toHaveLength(answers.length);
    },
  );

  it('a request to a server that never answers ends with an unknown result after the time-out', async () => {
    const { provider } = providerAnswering(
      ({ init }) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
      20,
    );
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'time-out' });
  });

  it('the error of a broken connection contains no API key and no card token', async () => {
    const { provider } = providerAnswering(() => {
      throw new TypeError(`fetch failed: ${SECRET} ${REQUEST.token}`);
    });
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'connection failed' });
  });

  it.each([
    {},
    { id: 'pay_1', status: 'Authorized' },
    { id: 'pay_1', status: 'Authorized', amount: 9.99, currency: 'USD' },
  ])('a payment answered with status 201 and an unreadable body has an unknown result: %j', async (body) => {
    const { provider } = providerAnswering(() => json(201, body));
    expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
  });

  it('a look-up answered with an unreadable list of payments has the result unknown, not "no payment"', async () => {
    const { provider } = providerAnswering(() => json(200, { data: [{ id: 'pay_1' }] }));
    expect((await provider.lookUp(ORDER, null)).kind).toBe('unknown');
  });
});
