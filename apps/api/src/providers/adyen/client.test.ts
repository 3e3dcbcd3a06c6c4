import type { CardExpiry, CardSourceId, OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { adyenProvider } from './adyen.ts';

const SECRET = 'AQE-neverinalognever0123456789';
const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab' as OrderId;
const FRAME = 'https://pay.example/bank-return.html';
const BROWSER = {
  acceptHeader: '*/*',
  colorDepth: 24,
  isJavaEnabled: false,
  language: 'ar',
  screenHeight: 640,
  screenWidth: 360,
  timeZoneOffsetMinutes: -180,
  userAgent: 'Mozilla/5.0',
};
const BASE = {
  orderId: ORDER,
  money: { currency: 'USD', minorUnits: 999 },
  keepCard: true,
  idempotencyKey: 'attempt-1',
  returnUrls: { frame: FRAME, page: 'https://pay.example/recharge-list' },
  payer: { reference: 'device-1', address: '203.0.113.7', locale: 'ar' as const, browser: BROWSER },
};
const REQUEST = {
  ...BASE,
  encryptedCard: {
    number: 'sealed-number-neverinalog',
    expiryMonth: 'sealed-month',
    expiryYear: 'sealed-year',
    securityCode: 'sealed-code-neverinalog',
    holderName: 'A PAYER',
  },
};
const DOLLARS = { currency: 'USD', minorUnits: 999 };
const REFUND = { providerPaymentId: 'PSP1', money: DOLLARS, paid: DOLLARS, orderId: ORDER };
const CARD = 'M5N7TQ4TG5PFWR50' as CardSourceId;

interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
}

function providerAnswering(answer: (sent: SentRequest) => Promise<Response> | Response, timeoutMs = 1_000) {
  const sent: SentRequest[] = [];
  const calls: { readonly name: string; readonly outcome: string }[] = [];
  const provider = adyenProvider({
    baseUrl: 'http://provider.invalid/v72/',
    apiKey: SECRET,
    merchantAccount: 'MA',
    hmacKey: '00',
    timeoutMs,
    observe: ({ name, outcome }) => calls.push({ name, outcome }),
    fetch: async (url, init = {}) => {
      const call = { url: url as string, init };
      sent.push(call);
      return answer(call);
    },
  });
  return { provider, sent, calls };
}

const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const bodyOf = (sent: SentRequest | undefined) =>
  JSON.parse(sent?.init.body as string) as Record<string, unknown>;

describe('requests to Adyen', () => {
  it('a payment request has the attempt’s key, our order as reference and the browser’s data, and asks for 3-D Secure', async () => {
    const { provider, sent } = providerAnswering(() => json(500, {}));
    await provider.authorise(REQUEST);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe('http://provider.invalid/v72/payments');
    const headers = new Headers(sent[0]?.init.headers);
    expect(headers.get('idempotency-key')).toBe('attempt-1');
    expect(headers.get('x-api-key')).toBe(SECRET);
    expect(bodyOf(sent[0])).toEqual({
      merchantAccount: 'MA',
      reference: ORDER,
      amount: { currency: 'USD', value: 999 },
      paymentMethod: {
        type: 'scheme',
        encryptedCardNumber: REQUEST.encryptedCard.number,
        encryptedExpiryMonth: 'sealed-month',
        encryptedExpiryYear: 'sealed-year',
        encryptedSecurityCode: REQUEST.encryptedCard.securityCode,
        holderName: 'A PAYER',
      },
      shopperInteraction: 'Ecommerce',
      storePaymentMethod: true,
      recurringProcessingModel: 'CardOnFile',
      shopperReference: 'device-1',
      shopperIP: '203.0.113.7',
      channel: 'Web',
      origin: 'https://pay.example',
      returnUrl: FRAME,
      browserInfo: {
        acceptHeader: '*/*',
        colorDepth: 24,
        javaEnabled: false,
        language: 'ar',
        screenHeight: 640,
        screenWidth: 360,
        timeZoneOffset: -180,
        userAgent: 'Mozilla/5.0',
      },
      authenticationData: {
        attemptAuthentication: 'always',
        threeDSRequestData: { nativeThreeDS: 'preferred' },
      },
    });
  });

  it('[CRD-10] a payment request for a card that may not be saved does not ask to save it', async () => {
    const { provider, sent } = providerAnswering(() => json(500, {}));
    await provider.authorise({ ...REQUEST, keepCard: false });
    expect(bodyOf(sent[0])).toMatchObject({ storePaymentMethod: false, shopperInteraction: 'Ecommerce' });
    expect(bodyOf(sent[0])).not.toHaveProperty('recurringProcessingModel');
  });

  it('a payment request for a saved card has its id, its sealed CVV if any, and does not ask to save it again', async () => {
    const { provider, sent } = providerAnswering(() => json(500, {}));
    const payer = { ...BASE.payer, browser: null };
    await provider.authorise({ ...BASE, payer, sourceId: CARD, cvvToken: 'sealed-cvv' });
    await provider.authorise({ ...BASE, payer, sourceId: CARD, cvvToken: null });
    expect(sent.map((call) => bodyOf(call)['paymentMethod'])).toEqual([
      { type: 'scheme', storedPaymentMethodId: CARD, encryptedSecurityCode: 'sealed-cvv' },
      { type: 'scheme', storedPaymentMethodId: CARD },
    ]);
    expect(bodyOf(sent[0])).toMatchObject({
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'CardOnFile',
      shopperReference: 'device-1',
    });
    expect(bodyOf(sent[0])).not.toHaveProperty('storePaymentMethod');
    expect(bodyOf(sent[0])).not.toHaveProperty('browserInfo');
  });

  it('a bank’s proof sent again has the same idempotency key, and a proof of another kind has another key', async () => {
    const { provider, sent } = providerAnswering(() => json(500, {}));
    await provider.confirm(ORDER, null, { threeDsResult: 'proof' });
    await provider.confirm(ORDER, null, { threeDsResult: 'proof' });
    await provider.confirm(ORDER, null, { redirectResult: 'proof' });
    expect(sent.map(bodyOf)).toEqual([
      { details: { threeDSResult: 'proof' } },
      { details: { threeDSResult: 'proof' } },
      { details: { redirectResult: 'proof' } },
    ]);
    expect(sent[0]?.url).toBe('http://provider.invalid/v72/payments/details');
    const keys = sent.map(({ init }) => new Headers(init.headers).get('idempotency-key') ?? '');
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    for (const key of keys) expect(key.length).toBeLessThanOrEqual(64);
  });

  it('a refund request has amount and key, a card deletion has its payer’s reference, and the metrics of both contain no ids', async () => {
    const received = { status: 'received', pspReference: 'REF1', paymentPspReference: 'PSP1' };
    const { provider, sent, calls } = providerAnswering(() => json(201, received));
    const part = { ...REFUND, money: { currency: 'USD', minorUnits: 400 } };
    expect(await provider.refund(part, 'refund-1')).toEqual({ kind: 'accepted', returnId: 'REF1' });
    await provider.forgetCard(CARD, 'device 1');
    expect(bodyOf(sent[0])).toEqual({ merchantAccount: 'MA', amount: { value: 400, currency: 'USD' } });
    expect(new Headers(sent[0]?.init.headers).get('idempotency-key')).toBe('refund-1');
    expect(sent.map(({ url, init }) => [init.method, url])).toEqual([
      ['POST', 'http://provider.invalid/v72/payments/PSP1/refunds'],
      [
        'DELETE',
        `http://provider.invalid/v72/storedPaymentMethods/${CARD}?shopperReference=device+1&merchantAccount=MA`,
      ],
    ]);
    expect(calls).toEqual([
      { name: 'POST payments :id refunds', outcome: '201' },
      { name: 'DELETE storedPaymentMethods :id', outcome: '201' },
    ]);
  });

  it('a look-up or an update of a card’s date makes no call to Adyen, which offers neither', async () => {
    const { provider, sent } = providerAnswering(() => json(200, {}));
    expect(await provider.lookUp(ORDER, 'PSP1')).toEqual({ kind: 'pending', providerPaymentId: 'PSP1' });
    expect((await provider.updateCardExpiry(CARD, '07/31' as CardExpiry)).kind).toBe('refused');
    expect(sent).toHaveLength(0);
  });
});

describe('answers that leave the result unknown', () => {
  it.each([401, 403, 409, 429, 500, 502, 503])(
    'a payment answered with status %i has an unknown result, and is not tried again',
    async (status) => {
      const { provider, sent, calls } = providerAnswering(() => json(status, {}));
      expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
      expect((await provider.confirm(ORDER, null, { threeDsResult: 'proof' })).kind).toBe('unknown');
      expect((await provider.refund(REFUND, 'key')).kind).toBe('unknown');
      expect((await provider.forgetCard(CARD, 'device-1')).kind).toBe('unknown');
      expect(sent).toHaveLength(4);
      expect(calls.map(({ outcome }) => outcome)).toEqual(Array(4).fill(String(status)));
    },
  );

  it('a refund answered without a reference has an unknown result', async () => {
    const { provider } = providerAnswering(() => json(201, { status: 'received' }));
    expect(await provider.refund(REFUND, 'refund-1')).toEqual({ kind: 'unknown', why: 'unreadable answer' });
  });

  it.each([
    ['the same key is being processed', json(422, { status: 422, errorCode: '704' })],
    ['it may be asked again', json(422, { status: 422, errorCode: '100' }, { 'transient-error': 'true' })],
  ])(
    'a payment answered with status 422 has an unknown result where the answer says that %s',
    async (_why, answer) => {
      const { provider, calls } = providerAnswering(() => answer);
      expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
      // Metrics would count the plain status as an answer.
      expect(calls[0]?.outcome).toMatch(/^status 422, /);
    },
  );

  it('a request to a server that never answers ends with an unknown result after the time-out', async () => {
    const { provider, calls } = providerAnswering(
      ({ init }) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
      20,
    );
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'time-out' });
    expect(calls).toEqual([{ name: 'POST payments', outcome: 'time-out' }]);
  });

  it('the error of a broken connection contains no API key and no card data', async () => {
    const { provider } = providerAnswering(() => {
      throw new TypeError(`fetch failed: ${SECRET} ${REQUEST.encryptedCard.number}`);
    });
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'connection failed' });
  });

  it.each(['', 'not json', '[]', '{"resultCode":7}'])(
    'a payment answered with status 200 and an unreadable body has an unknown result: %j',
    async (body) => {
      const { provider } = providerAnswering(() => new Response(body, { status: 200 }));
      expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
    },
  );
});

describe('requests that are refused', () => {
  it.each([
    [422, { errorCode: '174' }, '174'],
    [400, { errorCode: '702' }, '702'],
    [404, {}, 'http-404'],
  ])('a payment answered with status %i and %j is refused as %s', async (status, body, code) => {
    const { provider } = providerAnswering(() => json(status, body));
    expect(await provider.authorise(REQUEST)).toEqual({
      kind: 'refused',
      providerPaymentId: null,
      outcome: 'other',
      code,
    });
    expect(await provider.refund(REFUND, 'key')).toEqual({ kind: 'refused', why: code });
  });

  it('deleting a card that is not saved succeeds; any other error is returned as refused', async () => {
    const forget = (status: number, errorCode: string) =>
      providerAnswering(() => json(status, { errorCode })).provider.forgetCard(CARD, 'device-1');
    expect(await forget(422, '803')).toEqual({ kind: 'done' });
    expect(await forget(404, '000')).toEqual({ kind: 'done' });
    expect(await forget(422, '139')).toEqual({ kind: 'refused', why: '139' });
  });
});

describe('our own mistakes', () => {
  it('a card token made for another provider makes the payment request throw, and nothing is sent to Adyen', async () => {
    const { provider, sent } = providerAnswering(() => json(200, {}));
    await expect(provider.authorise({ ...BASE, token: 'tok_of_another' })).rejects.toThrow(
      'another provider',
    );
    expect(sent).toHaveLength(0);
  });
});
