import type { CardExpiry, CardSourceId, OrderId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { adyenProvider } from './adyen.provider.ts';

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

describe('what is sent', () => {
  it('carries the key of the attempt, our order as the reference, the browser, and asks to keep the card and for 3-D Secure in the page', async () => {
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

  it('[CRD-10] a card that may not be saved is sent with a no, and without a word of a next time', async () => {
    const { provider, sent } = providerAnswering(() => json(500, {}));
    await provider.authorise({ ...REQUEST, keepCard: false });
    expect(bodyOf(sent[0])).toMatchObject({ storePaymentMethod: false, shopperInteraction: 'Ecommerce' });
    expect(bodyOf(sent[0])).not.toHaveProperty('recurringProcessingModel');
  });

  it('names a saved card by its id, with its sealed CVV where there is one, and does not keep it twice', async () => {
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

  it('a proof goes to the details of its kind, the same proof under the same key, no key too long', async () => {
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

  it('gives back a part of what was taken under the reference it is given, and forgets a card for its payer, without ids in what is counted', async () => {
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

  it('has no look-up and no date to change: the provider is not called', async () => {
    const { provider, sent } = providerAnswering(() => json(200, {}));
    expect(await provider.lookUp(ORDER, 'PSP1')).toEqual({ kind: 'pending', providerPaymentId: 'PSP1' });
    expect((await provider.updateCardExpiry(CARD, '07/31' as CardExpiry)).kind).toBe('refused');
    expect(sent).toHaveLength(0);
  });
});

describe('what cannot be known', () => {
  it.each([401, 403, 409, 429, 500, 502, 503])(
    'status %i is unknown, and is not tried again',
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

  it('a refund received without a reference of its own is unknown: no later call could name it', async () => {
    const { provider } = providerAnswering(() => json(201, { status: 'received' }));
    expect(await provider.refund(REFUND, 'refund-1')).toEqual({ kind: 'unknown', why: 'unreadable answer' });
  });

  it.each([
    ['the same key is being processed', json(422, { status: 422, errorCode: '704' })],
    ['it may be asked again', json(422, { status: 422, errorCode: '100' }, { 'transient-error': 'true' })],
  ])('422 is unknown where it says that %s', async (_why, answer) => {
    const { provider, calls } = providerAnswering(() => answer);
    expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
    // No plain status: who counts calls takes that for an answer.
    expect(calls[0]?.outcome).toMatch(/^status 422, /);
  });

  it('a server that never answers is given up after the time-out', async () => {
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

  it('a broken connection tells nothing of what was sent', async () => {
    const { provider } = providerAnswering(() => {
      throw new TypeError(`fetch failed: ${SECRET} ${REQUEST.encryptedCard.number}`);
    });
    expect(await provider.authorise(REQUEST)).toEqual({ kind: 'unknown', why: 'connection failed' });
  });

  it.each(['', 'not json', '[]', '{"resultCode":7}'])(
    'a good status with a body that cannot be read is unknown: %j',
    async (body) => {
      const { provider } = providerAnswering(() => new Response(body, { status: 200 }));
      expect((await provider.authorise(REQUEST)).kind).toBe('unknown');
    },
  );
});

describe('what was turned away', () => {
  it.each([
    [422, { errorCode: '174' }, '174'],
    [400, { errorCode: '702' }, '702'],
    [404, {}, 'http-404'],
  ])('status %i with %j is refused as %s: nothing was charged', async (status, body, code) => {
    const { provider } = providerAnswering(() => json(status, body));
    expect(await provider.authorise(REQUEST)).toEqual({
      kind: 'refused',
      providerPaymentId: null,
      outcome: 'other',
      code,
    });
    expect(await provider.refund(REFUND, 'key')).toEqual({ kind: 'refused', why: code });
  });

  it('forgetting a card that is not saved succeeds; any other error is an error', async () => {
    const forget = (status: number, errorCode: string) =>
      providerAnswering(() => json(status, { errorCode })).provider.forgetCard(CARD, 'device-1');
    expect(await forget(422, '803')).toEqual({ kind: 'done' });
    expect(await forget(404, '000')).toEqual({ kind: 'done' });
    expect(await forget(422, '139')).toEqual({ kind: 'refused', why: '139' });
  });
});

describe('what is our own fault', () => {
  it('a card of another provider is never sent', async () => {
    const { provider, sent } = providerAnswering(() => json(200, {}));
    await expect(provider.authorise({ ...BASE, token: 'tok_of_another' })).rejects.toThrow(
      'another provider',
    );
    expect(sent).toHaveLength(0);
  });
});
