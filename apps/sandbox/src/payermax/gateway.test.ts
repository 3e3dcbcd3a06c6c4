import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Data, envelope, openTestShop, order, type TestShop, USER } from '../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('PayerMax’s request envelope', () => {
  it('a PayerMax request is refused when one byte differs from what was signed', async () => {
    const body = envelope(order());
    const signature = shop.signed(body);
    const answer = await shop.send('orderAndPay', body.replace('4.99', '0.99'), signature);
    expect(await answer.json()).toMatchObject({ code: 'SIGN_VERIFY_FAILED' });
    expect((await shop.books())['payments']).toBe(0);
  });

  it.each([
    ['MERCHANT_INVALID', { merchantNo: 'another' }],
    ['MERCHANT_APP_INVALID', { appId: 'another' }],
    ['REQ_TIME_OVER_TIME', { requestTime: new Date(Date.now() - 121_000).toISOString() }],
    ['REQ_TIME_OVER_TIME', { requestTime: 'yesterday' }],
  ])('a PayerMax request with a wrong envelope is refused with %s', async (code, changed) => {
    expect(await shop.call('orderAndPay', order(), changed)).toMatchObject({ code });
  });

  it.each([
    ['PARAMS_INVALID', { outTradeNo: 'with-hyphen' }],
    ['PARAMS_INVALID', { userId: '' }],
    ['PARAMS_INVALID', { integrate: 'Pure_API' }],
    ['AMOUNT_INVALID', { totalAmount: 4.999 }],
    ['CURRENCY_INVALID', { currency: 'dollar' }],
  ])('a PayerMax payment with wrong data is refused with %s', async (code, wrong) => {
    expect(await shop.call('orderAndPay', order(wrong))).toMatchObject({ code });
  });
});

describe('a direct PayerMax payment', () => {
  it('a direct PayerMax payment is paid at once, shown by the query and reported by a signed webhook', async () => {
    const trade = await shop.direct('approve', { reference: 'order 7' });
    expect((await shop.call('orderAndPay', trade)).data).toMatchObject({ status: 'SUCCESS' });
    expect(await shop.query(trade)).toMatchObject({
      status: 'SUCCESS',
      totalAmount: 4.99,
      reference: 'order 7',
      paymentDetails: [
        {
          cardInfo: { cardOrg: 'VISA', cardIdentifierNo: '424242******4242', cardLast4: '4242' },
          payAmount: 4.99,
        },
      ],
    });
    expect(await shop.readOneWebhook()).toMatchObject({
      notifyType: 'PAYMENT',
      data: { status: 'SUCCESS', totalAmount: 4.99, outTradeNo: trade['outTradeNo'] },
    });
    expect(await shop.books()).toMatchObject({ captured: 499, net: 499 });
  });

  it('a PayerMax order sent twice is charged once with the same answer; its number with other content is refused', async () => {
    const trade = await shop.direct('approve');
    const first = await shop.call('orderAndPay', trade);
    expect(await shop.call('orderAndPay', trade)).toEqual(first);
    const shouted = { ...trade, outTradeNo: String(trade['outTradeNo']).toUpperCase() };
    expect(await shop.call('orderAndPay', shouted)).toMatchObject({ code: 'ORDER_REPEAT' });
    expect(await shop.books()).toMatchObject({ payments: 1, captured: 499 });
  });

  it('PayerMax accepts a card token once, and only with its own session', async () => {
    const trade = await shop.direct('approve');
    const other = await shop.control('proofs', { scenario: 'approve', userId: USER });
    const detail = trade['paymentDetail'] as Data;
    const foreign = { ...trade, paymentDetail: { ...detail, sessionKey: other['sessionKey'] } };
    expect(await shop.call('orderAndPay', foreign)).toMatchObject({ code: 'PARAMS_INVALID' });
    await shop.call('orderAndPay', trade);
    expect(await shop.call('orderAndPay', { ...trade, outTradeNo: 'second' })).toMatchObject({
      code: 'PARAMS_INVALID',
    });
  });

  it.each([
    ['insufficient-funds', 'BALANCE_INSUFFICIENT'],
    ['expired-card', 'CARD_EXPIRE_DATE_INVALID'],
    ['high-risk', 'PAYMENT_REJECTED'],
    ['wrong-cvv', 'CVV_INVALID'],
    ['failed-authentication', 'AUTHENTICATE_FAILED'],
    ['do-not-honour', 'PAYMENT_FAILED'],
  ])('a direct PayerMax payment with the card %s fails with %s', async (scenario, resultCode) => {
    const trade = await shop.direct(scenario);
    expect((await shop.call('orderAndPay', trade)).data).toMatchObject({ status: 'FAILED', resultCode });
    expect(await shop.readOneWebhook()).toMatchObject({ code: resultCode, data: { status: 'FAILED' } });
  });

  it.each([
    ['confirm', 'SUCCESS'],
    ['refuse', 'FAILED'],
  ])(
    'a direct PayerMax payment waits for the bank’s check, where the cardholder answers %s',
    async (bank, status) => {
      const trade = await shop.direct('challenge');
      const { data } = await shop.call('orderAndPay', trade);
      expect(data).toMatchObject({ status: 'PENDING' });
      expect(String(data['redirectUrl'])).toContain('/payermax/bank/');
      expect(shop.hook.webhookBodies).toHaveLength(0);
      await shop.control('hosted', { outTradeNo: trade['outTradeNo'], bank });
      expect(await shop.query(trade)).toMatchObject({ status });
    },
  );

  it('a PayerMax order’s subject decides the result first, then the test card, and with a plain card the amount', async () => {
    const status = async (scenario: string, more: object) =>
      (await shop.call('orderAndPay', await shop.direct(scenario, more))).data['status'];
    expect(await status('approve', { subject: 'FAILED' })).toBe('FAILED');
    expect(await status('insufficient-funds', { subject: 'PENDING' })).toBe('PENDING');
    expect(await status('approve', { totalAmount: 15 })).toBe('FAILED');
    expect(await status('challenge', { totalAmount: 15 })).toBe('PENDING');
    expect(await status('approve', { totalAmount: '15.01' })).toBe('SUCCESS');
  });

  it('a PayerMax payment whose answer is lost is found by the query', async () => {
    const trade = await shop.direct('answer-lost');
    await expect(shop.call('orderAndPay', trade)).rejects.toThrow('fetch failed');
    expect(await shop.query(trade)).toMatchObject({ status: 'SUCCESS' });
  });

  it('a PayerMax payment that fails before the charge is unknown to the query, and one that fails after it is shown as paid', async () => {
    const before = await shop.direct('error-before-charge');
    expect(await shop.call('orderAndPay', before)).toMatchObject({ code: 'SYSTEM_ERROR' });
    expect(await shop.call('orderQuery', { outTradeNo: before['outTradeNo'] })).toMatchObject({
      code: 'ORDER_NOT_EXIST',
    });
    const after = await shop.direct('error-after-charge');
    expect(await shop.call('orderAndPay', after)).toMatchObject({ code: 'UNEXPECTED_ERROR' });
    expect(await shop.query(after)).toMatchObject({ status: 'SUCCESS' });
  });

  it('a PayerMax request in an outage fails without effect, or takes effect and loses its answer', async () => {
    const trade = await shop.direct('approve');
    await shop.control('api', { failRate: 1 });
    expect((await shop.send('orderAndPay', envelope(trade))).status).toBe(503);
    await shop.control('api', { failRate: 0, lostAnswerRate: 1 });
    await expect(shop.call('orderAndPay', trade)).rejects.toThrow('fetch failed');
    expect(await shop.books()).toMatchObject({ payments: 1, captured: 499 });
  });
});

it('the sandbox page of test cards has a section for PayerMax', async () => {
  const html = await (await fetch(shop.url)).text();
  expect(html).toContain('id="payermax"');
  expect(html).toContain('data-copy="4444333322221111"');
  expect(html).toContain('data-copy="3DS"');
});
