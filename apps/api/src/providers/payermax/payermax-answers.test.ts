import { describe, expect, it } from 'vitest';
import {
  calledBy,
  CARD,
  dataOf,
  MONEY,
  providerAnswering,
  REFUND,
  refusal,
  REQUEST,
  REST,
  successResponse,
  TRADE,
} from './test/provider-answering.ts';

describe('a payment that PayerMax accepted', () => {
  const order = (status: string, more: object = {}) =>
    successResponse({ outTradeNo: TRADE, status, ...more });
  const books = (more: object) => order('SUCCESS', { totalAmount: 19.99, currency: 'USD', ...more });

  it('a payment answered with success is read as paid only when the look-up confirms the amount', async () => {
    const paying = (trade: () => Response) =>
      providerAnswering((sent) => (calledBy(sent) === 'orderQuery' ? trade() : order('SUCCESS')));
    expect(await paying(() => books({})).provider.authorise(REQUEST)).toEqual({
      kind: 'paid',
      card: null,
      paidWith: null,
      ...MONEY,
    });
    expect(await paying(() => books({ totalAmount: '19.98' })).provider.authorise(REQUEST)).toMatchObject({
      money: { currency: 'USD', minorUnits: 1998 },
    });
    for (const silent of [
      () => books({ totalAmount: null }),
      () => books({ totalAmount: 19.999 }),
      () => new Response('', { status: 503 }),
      () => refusal('ORDER_NOT_EXIST'),
    ])
      expect(await paying(silent).provider.authorise(REQUEST)).toEqual({
        kind: 'pending',
        providerPaymentId: TRADE,
      });
  });

  it('a pending payment is a challenge on PayerMax’s page, or in a frame with the bank’s page for a card', async () => {
    const url = 'https://cashier.example/1';
    const { provider } = providerAnswering(() => order('PENDING', { redirectUrl: url }));
    const challenge = { kind: 'challenge', providerPaymentId: TRADE, url };
    expect(await provider.authorise(REQUEST)).toEqual({ ...challenge, way: 'frame' });
    expect(await provider.authorise({ ...REST, hostedPage: true })).toEqual({ ...challenge, way: 'page' });
  });
});

describe('a payment that PayerMax refused', () => {
  it('a payment refused as repeated is looked up, and is read as paid if the first request was paid', async () => {
    const { provider } = providerAnswering((sent) =>
      calledBy(sent) === 'orderQuery'
        ? successResponse({
            outTradeNo: TRADE.toUpperCase(),
            status: 'SUCCESS',
            totalAmount: 19.99,
            currency: 'USD',
          })
        : refusal('ORDER_REPEAT'),
    );
    expect(await provider.authorise(REQUEST)).toMatchObject({ kind: 'paid', providerPaymentId: TRADE });
  });

  it('a refused payment has an unknown result while the look-up does not answer', async () => {
    const { provider } = providerAnswering((sent) =>
      calledBy(sent) === 'orderQuery' ? refusal('SYSTEM_ERROR') : refusal('PARAMS_INVALID'),
    );
    expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
  });

  it('a refused payment by new card is sent again without saving the card; one on the hosted page is not sent again', async () => {
    const refusing = () =>
      providerAnswering((sent) =>
        refusal(calledBy(sent) === 'orderQuery' ? 'ORDER_NOT_EXIST' : 'PARAMS_INVALID'),
      );
    const refused = { kind: 'refused', providerPaymentId: null, outcome: 'other', code: 'PARAMS_INVALID' };
    const fields = refusing();
    expect(await fields.provider.authorise(REQUEST)).toEqual(refused);
    const orders = fields.sent.filter((sent) => calledBy(sent) === 'orderAndPay').map(dataOf);
    expect(orders.map(({ outTradeNo }) => outTradeNo)).toEqual([TRADE, TRADE]);
    expect(orders[1]?.['paymentDetail']).toMatchObject({ tokenForFutureUse: false });
    const page = refusing();
    expect(await page.provider.authorise({ ...REST, hostedPage: true })).toEqual(refused);
    expect(page.sent.filter((sent) => calledBy(sent) === 'orderAndPay')).toHaveLength(1);
  });
});

describe('a refund at PayerMax', () => {
  const refunding = (answers: Record<string, () => Response>) =>
    providerAnswering((sent) => (answers[calledBy(sent)] ?? (() => refusal('ORDER_NOT_EXIST')))());
  const status = (value: string) => () => successResponse({ status: value });

  it('a refund request has the payment, the amount and a refund number, which is the refund’s id', async () => {
    const { provider, sent } = refunding({ refund: status('REFUND_PENDING') });
    const part = { ...REFUND, money: { currency: 'USD', minorUnits: 750 } };
    const returnId = `refund_${TRADE}`;
    expect(await provider.refund(part, `refund-${TRADE}`)).toEqual({ kind: 'accepted', returnId });
    expect(sent.map(dataOf)).toEqual([
      {
        outRefundNo: returnId,
        outTradeNo: TRADE,
        refundAmount: 7.5,
        refundCurrency: 'USD',
        refundNotifyUrl: 'http://127.0.0.1/webhooks/payermax/',
      },
    ]);
  });

  it.each([
    ['REFUND_SUCCESS', 'accepted'],
    ['REFUND_FAILED', 'refused'],
    ['SOMETHING_NEW', 'unknown'],
  ])('a refund answered with the status %s is %s', async (value, kind) => {
    const { provider } = refunding({ refund: status(value), refundQuery: status(value) });
    expect((await provider.refund(REFUND, 'refund-1')).kind).toBe(kind);
  });

  it('a refund whose number is already used is accepted if the look-up finds it, and otherwise refused', async () => {
    const refund = () => refusal('REFUND_NO_INVALID');
    const known = refunding({ refund, refundQuery: status('REFUND_SUCCESS') });
    expect(await known.provider.refund(REFUND, 'refund-1')).toEqual({
      kind: 'accepted',
      returnId: 'refund_1',
    });
    const nobody = refunding({ refund });
    expect(await nobody.provider.refund(REFUND, 'refund-1')).toEqual({
      kind: 'refused',
      why: 'REFUND_NO_INVALID',
    });
  });
});

it('the request to delete a saved card has its payer’s reference, and deleting a card that is not saved succeeds', async () => {
  const { provider, sent } = providerAnswering(() => refusal('AUTH_FAILED'));
  expect(await provider.forgetCard(CARD, 'device-1')).toEqual({ kind: 'done' });
  expect(sent.map(dataOf)).toEqual([{ userId: 'device-1', paymentTokenID: 'PMTOKENabc' }]);
  const busy = providerAnswering(() => refusal('PARAMS_INVALID'));
  expect(await busy.provider.forgetCard(CARD, 'device-1')).toEqual({
    kind: 'refused',
    why: 'PARAMS_INVALID',
  });
});
