import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADYEN_KEYS, openAdyenShop, order, type AdyenShop } from './test/adyen-shop.ts';

let shop: AdyenShop;

beforeAll(async () => {
  shop = await openAdyenShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('the door', () => {
  it('wants the key and the merchant account', async () => {
    const stranger = await shop.api('/payments', {}, { 'x-api-key': 'other' });
    expect(stranger.status).toBe(401);
    expect(await stranger.json()).toMatchObject({ status: 401, errorType: 'security' });
    expect((await shop.api('/payments', { merchantAccount: 'Other' })).status).toBe(403);
  });

  it('says what is missing in the provider’s shape', async () => {
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

  it('a sealed value shows nothing of what was typed and fits its own field only', async () => {
    const proof = await shop.proofs('approve');
    expect(proof['encryptedCardNumber']).toMatch(/^eyJhbGciOi[\w.$/+=-]{1,1490}$/);
    expect(proof['encryptedCardNumber']).not.toMatch(/\d{8}/);
    const swapped = { ...proof, encryptedSecurityCode: proof['encryptedExpiryMonth'] };
    expect((await shop.api('/payments', order(swapped))).status).toBe(422);
  });
});

describe('payments', () => {
  it('an approved card is authorised, captured and told by a signed webhook', async () => {
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

  it('takes the clear values of the test platform', async () => {
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
  ])('%s is refused with %s, in the answer and by post', async (scenario, code) => {
    expect(await shop.pay(scenario)).toMatchObject({ resultCode: 'Refused', refusalReasonCode: code });
    expect(await shop.itemOf('AUTHORISATION')).toMatchObject({ success: 'false' });
    expect(await shop.totals()).toMatchObject({ captured: 0 });
  });

  it.each([
    ['NOT_ENOUGH_BALANCE', 'Refused', '12'],
    ['SHOPPER_CANCELLED', 'Cancelled', '16'],
    ['ERROR', 'Error', '4'],
  ])('the name %s decides: %s', async (holderName, resultCode, refusalReasonCode) => {
    const proof = await shop.proofs('approve', { holderName });
    expect(await (await shop.api('/payments', order(proof))).json()).toMatchObject({
      resultCode,
      refusalReasonCode,
    });
  });

  it('pending is received, and decided by post', async () => {
    expect((await shop.pay('pending-then-declined')).resultCode).toBe('Received');
    expect(await shop.itemOf('AUTHORISATION')).toMatchObject({ success: 'false', reason: 'Refused' });
  });

  it('a wrong amount is in the webhook', async () => {
    await shop.pay('wrong-amount');
    expect((await shop.itemOf('AUTHORISATION')).amount.value).toBe(998);
  });

  it('the same key pays once and hears the same answer', async () => {
    const body = order(await shop.proofs('approve'));
    const send = () => shop.api('/payments', body, { 'idempotency-key': 'once' });
    const [first, second] = [await send(), await send()];
    expect(await second.json()).toEqual(await first.json());
    expect(second.headers.get('idempotency-key')).toBe('once');
    expect(await shop.totals()).toMatchObject({ payments: 1 });
  });

  it('a lost answer leaves the payment in the books; repeated with its key it is told', async () => {
    const body = order(await shop.proofs('answer-lost'));
    const send = () => shop.api('/payments', body, { 'idempotency-key': 'lost' });
    await expect(send()).rejects.toThrow('fetch failed');
    expect(await (await send()).json()).toMatchObject({ resultCode: 'Authorised' });
    expect(await shop.totals()).toMatchObject({ payments: 1, captured: 999 });
  });

  it('errors come before or after the money moved', async () => {
    expect((await shop.api('/payments', order(await shop.proofs('error-before-charge')))).status).toBe(500);
    expect(await shop.totals()).toMatchObject({ captured: 0 });
    const body = order(await shop.proofs('error-after-charge'));
    const send = () => shop.api('/payments', body, { 'idempotency-key': 'broken' });
    expect((await send()).status).toBe(500);
    expect(await (await send()).json()).toMatchObject({ resultCode: 'Authorised' });
    expect(await shop.totals()).toMatchObject({ payments: 1, captured: 999 });
  });

  it('has an outage and controls of its own', async () => {
    await shop.post('/_control/adyen/api', { failRate: 1 });
    expect((await shop.api('/payments', order(await shop.proofs('approve')))).status).toBe(503);
    const other = (await (await fetch(`${shop.url}/_control/api`)).json()) as object;
    expect(other).toMatchObject({ failRate: 0 });
    expect((await shop.post('/_control/adyen/webhooks', { delay: 1 })).status).toBe(400);
  });
});

describe('the bank asks', () => {
  it('inside the page: looks first, and believes itself and not the browser', async () => {
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

  it('and a failed answer refuses', async () => {
    const challengedPayment = await shop.pay('challenge');
    expect(await shop.details(await shop.bank(challengedPayment.pspReference, false))).toMatchObject({
      resultCode: 'Refused',
      refusalReasonCode: '11',
    });
  });

  it('on its own page when the shop cannot ask, or the card wants it so', async () => {
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

  it('then refuses all the same', async () => {
    const challengedPayment = await shop.pay('challenge-then-insufficient-funds');
    const answer = await shop.details(await shop.bank(challengedPayment.pspReference, true));
    expect(answer).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '12' });
  });
});
