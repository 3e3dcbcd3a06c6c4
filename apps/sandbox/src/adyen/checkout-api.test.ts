import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADYEN_KEYS, openAdyenShop, order, type AdyenShop } from './test/adyen-shop.ts';

let shop: AdyenShop;

beforeAll(async () => {
  shop = await openAdyenShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('access to Adyen’s API', () => {
  it('Adyen’s API requires the API key and the merchant account', async () => {
    const stranger = await shop.api('/payments', {}, { 'x-api-key': 'other' });
    expect(stranger.status).toBe(401);
    expect(await stranger.json()).toMatchObject({ status: 401, errorType: 'security' });
    expect((await shop.api('/payments', { merchantAccount: 'Other' })).status).toBe(403);
  });

  it('Adyen’s API reports a missing field in the provider’s error format', async () => {
    const proof = await shop.proofs('approve');
    const answer = await shop.api('/payments', order(proof, { amount: undefined }));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ status: 422, errorCode: '100', errorType: 'validation' });
    const unreadable = await shop.api(
      '/payments',
      order({ ...proof, encryptedCardNumber: 'eyJhbGciOi.broken' }),
    );
    expect(await unreadable.json()).toMatchObject({ errorCode: '174' });
  });

  it('an encrypted Adyen card value reveals no digits and is accepted only in its own field', async () => {
    const proof = await shop.proofs('approve');
    expect(proof['encryptedCardNumber']).toMatch(/^eyJhbGciOi[\w.$/+=-]{1,1490}$/);
    expect(proof['encryptedCardNumber']).not.toMatch(/\d{8}/);
    const swapped = { ...proof, encryptedSecurityCode: proof['encryptedExpiryMonth'] };
    expect((await shop.api('/payments', order(swapped))).status).toBe(422);
  });
});

describe('payments at Adyen', () => {
  it('an approved Adyen card is authorised, captured and reported by a signed webhook', async () => {
    const paid = await shop.pay('approve');
    expect(paid).toMatchObject({
      resultCode: 'Authorised',
      paymentMethod: { type: 'scheme', brand: 'visa' },
    });
    expect(paid.additionalData).toMatchObject({ cardSummary: '4242', cardBin: '424242' });
    const item = await shop.itemOf('AUTHORISATION');
    expect(item).toMatchObject({ success: 'true', pspReference: paid.pspReference });
    const signed = `${item.pspReference}::${ADYEN_KEYS.merchantAccount}:${item.merchantReference}:999:USD:AUTHORISATION:true`;
    const key = Buffer.from(ADYEN_KEYS.hmacKey, 'hex');
    expect(item.additionalData['hmacSignature']).toBe(
      createHmac('sha256', key).update(signed).digest('base64'),
    );
    expect(await shop.totals()).toMatchObject({ payments: 1, captured: 999 });
  });

  it('Adyen’s API accepts card values with the prefix test_, as Adyen’s test platform does', async () => {
    const clear = {
      encryptedCardNumber: 'test_5555555555554444',
      encryptedExpiryMonth: 'test_03',
      encryptedExpiryYear: 'test_2040',
      encryptedSecurityCode: 'test_737',
    };
    expect(await (await shop.api('/payments', order(clear))).json()).toMatchObject({
      resultCode: 'Authorised',
    });
  });

  it.each([
    ['insufficient-funds', '12'],
    ['expired-card', '6'],
    ['do-not-honour', '2'],
    ['wrong-cvv', '24'],
    ['high-risk', '20'],
    ['failed-authentication', '11'],
  ])(
    'an Adyen card with %s is refused with code %s, in the answer and by webhook',
    async (scenario, code) => {
      expect(await shop.pay(scenario)).toMatchObject({ resultCode: 'Refused', refusalReasonCode: code });
      expect(await shop.itemOf('AUTHORISATION')).toMatchObject({ success: 'false' });
      expect(await shop.totals()).toMatchObject({ captured: 0 });
    },
  );

  it.each([
    ['NOT_ENOUGH_BALANCE', 'Refused', '12'],
    ['SHOPPER_CANCELLED', 'Cancelled', '16'],
    ['ERROR', 'Error', '4'],
  ])(
    'at Adyen the card holder’s name %s decides the result: %s',
    async (holderName, resultCode, refusalReasonCode) => {
      const proof = await shop.proofs('approve', { holderName });
      expect(await (await shop.api('/payments', order(proof))).json()).toMatchObject({
        resultCode,
        refusalReasonCode,
      });
    },
  );

  it('a pending Adyen payment is answered as received and decided by webhook', async () => {
    expect((await shop.pay('pending-then-declined')).resultCode).toBe('Received');
    expect(await shop.itemOf('AUTHORISATION')).toMatchObject({ success: 'false', reason: 'Refused' });
  });

  it('a payment with the wrong-amount test card of Adyen has another amount in its webhook', async () => {
    await shop.pay('wrong-amount');
    expect((await shop.itemOf('AUTHORISATION')).amount.value).toBe(998);
  });

  it('an Adyen payment repeated with the same idempotency key is charged once and gets the same answer', async () => {
    const body = order(await shop.proofs('approve'));
    const send = () => shop.api('/payments', body, { 'idempotency-key': 'once' });
    const [first, second] = [await send(), await send()];
    expect(await second.json()).toEqual(await first.json());
    expect(second.headers.get('idempotency-key')).toBe('once');
    expect(await shop.totals()).toMatchObject({ payments: 1 });
  });

  it('an Adyen payment whose answer is lost is made, and repeating it with its idempotency key gets the answer', async () => {
    const body = order(await shop.proofs('answer-lost'));
    const send = () => shop.api('/payments', body, { 'idempotency-key': 'lost' });
    await expect(send()).rejects.toThrow('fetch failed');
    expect(await (await send()).json()).toMatchObject({ resultCode: 'Authorised' });
    expect(await shop.totals()).toMatchObject({ payments: 1, captured: 999 });
  });

  it('with test cards Adyen’s API answers 500 before or after the charge, and a retry charges once', async () => {
    expect((await shop.api('/payments', order(await shop.proofs('error-before-charge')))).status).toBe(500);
    expect(await shop.totals()).toMatchObject({ captured: 0 });
    const body = order(await shop.proofs('error-after-charge'));
    const send = () => shop.api('/payments', body, { 'idempotency-key': 'broken' });
    expect((await send()).status).toBe(500);
    expect(await (await send()).json()).toMatchObject({ resultCode: 'Authorised' });
    expect(await shop.totals()).toMatchObject({ payments: 1, captured: 999 });
  });

  it('Adyen’s simulated outage is set by its own controls and does not affect other providers', async () => {
    await shop.post('/_control/adyen/api', { failRate: 1 });
    expect((await shop.api('/payments', order(await shop.proofs('approve')))).status).toBe(503);
    const other = (await (await fetch(`${shop.url}/_control/api`)).json()) as object;
    expect(other).toMatchObject({ failRate: 0 });
    expect((await shop.post('/_control/adyen/webhooks', { delay: 1 })).status).toBe(400);
  });
});

describe('bank checks at Adyen', () => {
  it('Adyen’s check in the page starts with the browser’s fingerprint, and a forged result is refused', async () => {
    const challengedPayment = await shop.pay('challenge');
    expect(challengedPayment).toMatchObject({
      resultCode: 'IdentifyShopper',
      action: { type: 'threeDS2', subtype: 'fingerprint' },
    });
    const passed = await shop.details(await shop.bank(challengedPayment.pspReference, true));
    expect(passed).toMatchObject({ resultCode: 'Authorised', pspReference: challengedPayment.pspReference });

    const forged = await shop.pay('challenge-only');
    expect(forged).toMatchObject({
      resultCode: 'ChallengeShopper',
      action: { subtype: 'challenge' },
    });
    const made = { transStatus: 'Y', authorisationToken: forged.action?.['authorisationToken'] };
    const threeDSResult = Buffer.from(JSON.stringify(made)).toString('base64');
    expect(await shop.details({ threeDSResult })).toMatchObject({
      resultCode: 'Refused',
      refusalReasonCode: '39',
    });
  });

  it('a failed bank check refuses the Adyen payment', async () => {
    const challengedPayment = await shop.pay('challenge');
    expect(await shop.details(await shop.bank(challengedPayment.pspReference, false))).toMatchObject({
      resultCode: 'Refused',
      refusalReasonCode: '11',
    });
  });

  it('Adyen uses the bank’s own page if the shop cannot show the check or the card requires it', async () => {
    for (const challengedPayment of [
      await shop.pay('challenge', { authenticationData: {} }),
      await shop.pay('challenge-redirect'),
    ]) {
      expect(challengedPayment).toMatchObject({
        resultCode: 'RedirectShopper',
        action: { type: 'redirect', method: 'GET' },
      });
      expect(await shop.details(await shop.bank(challengedPayment.pspReference, true))).toMatchObject({
        resultCode: 'Authorised',
      });
    }
  });

  it('Adyen’s API can refuse a payment after a passed bank check', async () => {
    const challengedPayment = await shop.pay('challenge-then-insufficient-funds');
    const answer = await shop.details(await shop.bank(challengedPayment.pspReference, true));
    expect(answer).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '12' });
  });
});
