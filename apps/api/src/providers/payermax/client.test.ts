import type { PayWith } from '@jawhara/domain';
import { verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../provider.ts';
import { payermaxProvider } from './payermax.ts';
import {
  BROWSER,
  CARD,
  dataOf,
  DROP_IN,
  ORDER,
  platform,
  providerAnswering,
  REFUND,
  refusal,
  REQUEST,
  REST,
  shop,
  signed,
  successResponse,
  TRADE,
} from './test/provider-answering.ts';

describe('requests to PayerMax', () => {
  async function orderOf(card: PayWith, keepCard = true): Promise<Record<string, unknown>> {
    const { provider, sent } = providerAnswering(() => new Response('', { status: 503 }));
    await provider.authorise({ ...REST, ...card, keepCard });
    const [first, ...more] = sent;
    if (!first || more.length > 0) throw new Error('expected one request');
    return dataOf(first);
  }

  it('a request to PayerMax is signed over its exact bytes, and has the shop’s ids and the time', async () => {
    const { provider, sent } = providerAnswering(() => new Response('', { status: 503 }));
    await provider.authorise(REQUEST);
    const [{ url, body, init } = { url: '', body: '', init: {} }] = sent;
    expect(url).toBe('http://provider.invalid/gateway/orderAndPay');
    const signature = new Headers(init.headers).get('sign') ?? '';
    const isRight = verify('RSA-SHA256', Buffer.from(body), shop.publicKey, Buffer.from(signature, 'base64'));
    expect(isRight).toBe(true);
    expect(JSON.parse(body)).toMatchObject({
      version: '1.4',
      keyVersion: '1',
      requestTime: '2026-11-15T08:00:00.123+00:00',
      appId: 'app-1',
      merchantNo: 'P-1',
    });
  });

  it('the hosted page of PayerMax is requested in the language that the payer used on our page', async () => {
    const { provider, sent } = providerAnswering(() => new Response('', { status: 503 }));
    const payer = { ...REST.payer, locale: 'en' as const };
    await provider.authorise({ ...REST, hostedPage: true, payer });
    expect(sent.map(dataOf)).toMatchObject([{ language: 'en' }]);
  });

  it('a new card’s payment request has token and session, payer, amount in dollars and the frame’s return address', async () => {
    expect(await orderOf(DROP_IN)).toEqual({
      outTradeNo: TRADE,
      integrate: 'Direct_Payment',
      subject: 'Jawhara',
      totalAmount: 19.99,
      currency: 'USD',
      country: 'SA',
      userId: 'device-1',
      language: 'ar',
      reference: ORDER,
      terminalType: 'WAP',
      frontCallbackUrl: REST.returnUrls.frame,
      notifyUrl: 'http://127.0.0.1/webhooks/payermax/',
      expireTime: '1800',
      paymentDetail: {
        paymentToken: DROP_IN.dropInToken,
        sessionKey: DROP_IN.dropInSession,
        buyerInfo: { clientIp: '203.0.113.7', userAgent: BROWSER.userAgent },
        tokenForFutureUse: true,
      },
    });
  });

  it('a payment request for PayerMax’s own page has no card data, and has the address to which the payer returns', async () => {
    expect(await orderOf({ hostedPage: true })).toMatchObject({
      integrate: 'Hosted_Checkout',
      frontCallbackUrl: REST.returnUrls.page,
      paymentDetail: { paymentMethodType: 'CARD', tokenForFutureUse: true },
    });
  });

  it.each([true, false])(
    '[CRD-10] a payment request asks to save a new card exactly where the payer allows it: %s',
    async (keepCard) => {
      const keeping = { tokenForFutureUse: keepCard };
      expect((await orderOf(DROP_IN, keepCard))['paymentDetail']).toMatchObject(keeping);
      expect((await orderOf({ hostedPage: true }, keepCard))['paymentDetail']).toMatchObject(keeping);
    },
  );

  it('a payment request for a saved card has PayerMax’s id of the card, is marked as started by the payer, and has no CVV', async () => {
    expect((await orderOf({ sourceId: CARD, cvvToken: 'anything' }))['paymentDetail']).toEqual({
      paymentMethodType: 'CARD',
      paymentTokenID: 'PMTOKENabc',
      merchantInitiated: false,
      buyerInfo: { clientIp: '203.0.113.7', userAgent: BROWSER.userAgent },
    });
  });

  it.each([
    [1, '0.01'],
    [29, '0.29'],
    [100, '1'],
    [1_010, '10.1'],
    [113_999, '1139.99'],
    [9_999_999_999, '99999999.99'],
  ])('the amount of %i cents is sent as %s', async (cents, text) => {
    const { provider, sent } = providerAnswering(() => new Response('', { status: 503 }));
    await provider.authorise({ ...REQUEST, money: { currency: 'USD', minorUnits: cents } });
    expect(sent[0]?.body).toContain(`"totalAmount":${text},`);
  });

  it('a card token of another provider is not sent to PayerMax, and the request throws', async () => {
    const { provider, sent } = providerAnswering(() => successResponse({}));
    await expect(provider.authorise({ ...REST, token: 'tok_1' })).rejects.toThrow(/another provider/);
    expect(sent).toEqual([]);
  });
});

const sessionOf = async ({ openCardSession }: PaymentProvider) =>
  openCardSession?.({ payerReference: 'device-1', amountUsdCents: null });

describe('answers that leave the result unknown', () => {
  const everyCall = ({ provider }: ReturnType<typeof providerAnswering>) => [
    provider.authorise(REQUEST),
    provider.lookUp(ORDER, null),
    provider.refund(REFUND, 'refund-1'),
    provider.forgetCard(CARD, 'device-1'),
    sessionOf(provider),
  ];

  it.each([
    ['status 500', () => new Response('', { status: 500 })],
    ['status 429', () => new Response('', { status: 429 })],
    ['status 403', () => new Response('{"code":"APPLY_SUCCESS"}', { status: 403 })],
    ['SYSTEM_ERROR', () => refusal('SYSTEM_ERROR')],
    ['UNEXPECTED_ERROR', () => refusal('UNEXPECTED_ERROR')],
    ['REQUEST_TIMEOUT', () => refusal('REQUEST_TIMEOUT')],
    ['PAYMENT_PROCESSING', () => refusal('PAYMENT_PROCESSING')],
    ['TOO_MANY_REQUEST', () => refusal('TOO_MANY_REQUEST')],
    ['SIGN_VERIFY_FAILED', () => refusal('SIGN_VERIFY_FAILED')],
    ['MERCHANT_INVALID', () => refusal('MERCHANT_INVALID')],
    ['MERCHANT_APP_INVALID', () => refusal('MERCHANT_APP_INVALID')],
    ['REQ_TIME_OVER_TIME', () => refusal('REQ_TIME_OVER_TIME')],
    ['CONTRACT_INVALID', () => refusal('CONTRACT_INVALID')],
    ['ONBOARD_ERROR', () => refusal('ONBOARD_ERROR')],
    ['PAYMENT_METHOD_SUSPEND', () => refusal('PAYMENT_METHOD_SUSPEND')],
    ['unreadable answer', () => new Response('<html>')],
    ['an answer with a wrong signature', () => signed({ code: 'APPLY_SUCCESS', data: {} }, shop.privateKey)],
    ['an answer with a wrong signature', () => new Response('{"code":"APPLY_SUCCESS","data":{}}')],
  ])(
    'after %s every call has an unknown result, is counted in the metrics, and is not tried again',
    async (why, reply) => {
      const playing = providerAnswering(reply);
      const steps = await Promise.all(everyCall(playing));
      for (const step of steps) expect(step).toEqual({ kind: 'unknown', why });
      expect(playing.sent).toHaveLength(steps.length);
      expect(playing.outcomes.toSorted()[1]).toBe(`orderAndPay ${why}`);
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

  it('the error of a broken connection contains no card token', async () => {
    const { provider } = providerAnswering(() => {
      throw new TypeError(`fetch failed: ${DROP_IN.dropInToken}`);
    });
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'connection failed' });
  });

  it('a signed answer that is about another payment leaves the result unknown', async () => {
    const { provider } = providerAnswering(() =>
      successResponse({ outTradeNo: 'another_1', status: 'SUCCESS', totalAmount: 19.99, currency: 'USD' }),
    );
    expect((await provider.lookUp(ORDER, null)).kind).toBe('unknown');
    expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
  });
});

describe('the provider’s start', () => {
  it('an unreadable private key stops the start of the PayerMax provider', () => {
    expect(() =>
      payermaxProvider({
        baseUrl: '',
        appId: '',
        merchantNo: '',
        privateKeyPem: 'nonsense',
        publicKeyPem: platform.publicKey,
        country: 'SA',
        notifyUrl: '',
        now: () => new Date(),
      }),
    ).toThrow(/DECODER|unsupported|PEM/i);
  });
});
