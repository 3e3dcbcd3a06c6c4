import { describe, expect, it } from 'vitest';
import { CHARGE, json, NOW, ORDER, page, REQUEST, tapAnswering } from './test/tap-answering.ts';

const error = (status: number, code = '1117') => json({ errors: [{ code, description: 'no' }] }, status);
const isList = ({ path }: { readonly path: string }): boolean => path.endsWith('/list');

describe('requests to Tap', () => {
  it('a wallet’s data becomes a Tap token, and the token one charge in dollars under the attempt’s key', async () => {
    const { provider, sent } = tapAnswering(() => json(CHARGE));
    expect(await provider.authorise(REQUEST)).toMatchObject({ kind: 'paid', providerPaymentId: 'chg_TS1' });
    const [token, charge] = sent;
    expect(token).toMatchObject({
      path: '/v2/tokens',
      body: {
        type: 'applepay',
        token_data: { version: 'EC_v1', data: 'c2VhbGVk' },
        client_ip: '203.0.113.7',
      },
    });
    expect(charge).toMatchObject({
      path: '/v2/charges',
      body: {
        amount: 9.99,
        currency: 'USD',
        save_card: false,
        reference: { order: ORDER, idempotent: `${ORDER}-1` },
        merchant: { id: 'm1' },
        source: { id: 'tok_1' },
        post: { url: 'http://api.invalid/webhooks/tap/' },
        customer: { first_name: 'device-1', email: 'payer@shop.invalid' },
      },
    });
    expect(sent).toHaveLength(2);
  });

  it('the amount of a charge is sent with the decimals of its currency', async () => {
    const { provider, sent } = tapAnswering(() => json(CHARGE));
    await provider.authorise({ ...REQUEST, money: { currency: 'KWD', minorUnits: 1_234 } });
    expect(sent[1]?.body).toMatchObject({ amount: 1.234, currency: 'KWD' });
  });

  it.each([
    ['PENDING', { kind: 'accepted', returnId: 're_1' }],
    ['ACCEPTED', { kind: 'accepted', returnId: 're_1' }],
    ['REFUNDED', { kind: 'accepted', returnId: 're_1' }],
    ['DECLINED', { kind: 'refused', why: 'DECLINED' }],
    ['UNKNOWN', { kind: 'unknown' }],
    ['SOMETHING_NEW', { kind: 'unknown' }],
  ])('a refund answered with the status %s is read with its right result', async (status, step) => {
    const { provider, sent } = tapAnswering(() =>
      json({ id: 're_1', status, amount: 4, currency: 'USD', charge_id: 'chg_TS1' }),
    );
    const money = { currency: 'USD', minorUnits: 400 };
    const request = { providerPaymentId: 'chg_TS1', money, paid: REQUEST.money, orderId: ORDER };
    expect(await provider.refund(request, 'key-r')).toMatchObject(step);
    expect(sent).toMatchObject([
      { path: '/v2/refunds', body: { charge_id: 'chg_TS1', amount: 4, reference: { idempotent: 'key-r' } } },
    ]);
  });
});

describe('answers that leave the result unknown', () => {
  it.each([401, 403, 408, 409, 429, 500, 503])(
    'a payment answered with status %i is unknown, and each request is sent once',
    async (status) => {
      const { provider, sent } = tapAnswering(() => error(status));
      expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: `http ${status}` });
      expect(sent).toHaveLength(2);
    },
  );

  it.each([
    ['a body that is not JSON', new Response('<html>')],
    ['an incomplete charge', json({ id: 'chg_TS1' })],
    [
      'a charge of another order',
      json({ ...CHARGE, reference: { order: '019a8b95-8f40-7000-8000-000000000002' } }),
    ],
    ['an impossible amount', json({ ...CHARGE, amount: 9.999 })],
    ['an unknown status', json({ ...CHARGE, status: 'toString' })],
    ['a charge that Tap reversed itself', json({ ...CHARGE, auto_reversed: true })],
  ])('a payment answered with %s is unknown', async (_name, answer) => {
    const { provider } = tapAnswering(() => answer.clone());
    expect(await provider.authorise(REQUEST)).toMatchObject({ kind: 'unknown' });
  });
});

describe('every status of a Tap charge', () => {
  it.each([
    ['INITIATED', 'pending'],
    ['IN_PROGRESS', 'pending'],
    ['PENDING', 'pending'],
    ['AUTHORIZED', 'pending'],
    ['CAPTURED', 'paid'],
    ['ABANDONED', 'refused'],
    ['CANCELLED', 'refused'],
    ['EXPIRED', 'refused'],
    ['FAILED', 'refused'],
    ['DECLINED', 'refused'],
    ['RESTRICTED', 'refused'],
    ['VOID', 'refused'],
    ['TIMEDOUT', 'unknown'],
    ['DEFERRED', 'unknown'],
    ['UNKNOWN', 'unknown'],
  ])('a charge with the status %s is looked up as %s', async (status, kind) => {
    const { provider } = tapAnswering(() => json({ ...CHARGE, status }));
    expect(await provider.lookUp(ORDER, 'chg_TS1')).toMatchObject({ kind });
  });

  it('a declined charge is read with its response code, or with its status where the code is missing', async () => {
    const step = async (response: object | null) =>
      tapAnswering(() => json({ ...CHARGE, status: 'DECLINED', response })).provider.authorise(REQUEST);
    expect(await step({ code: '505' })).toMatchObject({ outcome: 'balance', code: '505' });
    expect(await step(null)).toMatchObject({ outcome: 'other', code: 'DECLINED' });
  });
});

describe('looking up an order', () => {
  it('an order without a charge id is looked up around its creation time, page by page', async () => {
    const other = { ...CHARGE, id: 'chg_TS2', reference: {} };
    const { provider, sent } = tapAnswering(({ body }) =>
      body['starting_after'] === 'chg_TS2' ? page([CHARGE]) : page([other], true),
    );
    expect(await provider.lookUp(ORDER, null)).toMatchObject({ kind: 'paid', providerPaymentId: 'chg_TS1' });
    const date = { from: NOW.getTime() - 15 * 60_000, to: NOW.getTime() + 5 * 60_000 };
    expect(sent[0]?.body['period']).toEqual({ date });
  });

  it('a look-up without charges finds none; with several it returns a paid one first, then an open one', async () => {
    const found = async (...charges: object[]) =>
      tapAnswering(() => page(charges)).provider.lookUp(ORDER, null);
    const failed = { ...CHARGE, id: 'chg_F', status: 'DECLINED' };
    const open = { ...CHARGE, id: 'chg_O', status: 'INITIATED' };
    expect(await found()).toEqual({ kind: 'none' });
    expect(await found(failed, open)).toMatchObject({ kind: 'pending', providerPaymentId: 'chg_O' });
    expect(await found(failed, open, CHARGE)).toMatchObject({ kind: 'paid' });
    expect(await found({ ...CHARGE, amount: null })).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['no charge is found', [], { kind: 'refused', code: '1126', providerPaymentId: null }],
    ['an earlier try was paid', [CHARGE], { kind: 'paid', providerPaymentId: 'chg_TS1' }],
  ])(
    'a refused payment request is looked up, and its result is right when %s',
    async (_name, known, step) => {
      const { provider } = tapAnswering((sent) => (isList(sent) ? page(known) : error(400, '1126')));
      expect(await provider.authorise(REQUEST)).toMatchObject(step);
    },
  );

  it('a look-up that has read sixty pages without the order has an unknown result', async () => {
    const { provider, sent } = tapAnswering(() => page([{ id: 'chg_X' }], true));
    expect(await provider.lookUp(ORDER, null)).toMatchObject({ kind: 'unknown' });
    expect(sent).toHaveLength(60);
  });
});
