import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADYEN_KEYS, openAdyenShop, order, type AdyenShop } from './test/adyen-shop.ts';

let shop: AdyenShop;

beforeAll(async () => {
  shop = await openAdyenShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('changes', () => {
  it('a refund is received and told by post; more than was paid is not given back', async () => {
    const { pspReference } = await shop.pay('approve');
    const refund = (value: number) =>
      shop.api(`/payments/${pspReference}/refunds`, { amount: { value, currency: 'USD' }, reference: 'R1' });
    const answer = await refund(999);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ status: 'received', paymentPspReference: pspReference });
    expect(await shop.itemOf('REFUND')).toMatchObject({ success: 'true', originalReference: pspReference });
    await refund(1);
    await vi.waitFor(
      () => expect(shop.items().filter(({ success }) => success === 'false')).toHaveLength(1),
      { timeout: 60_000 },
    );
    expect(await shop.totals()).toMatchObject({ captured: 999, refunded: 999, net: 0 });
  });

  it('a payment the bank still asks about can be called off by the shop’s own reference', async () => {
    const challengedPayment = await shop.pay('challenge', { reference: 'ORDER-1' });
    expect((await shop.api('/cancels', { paymentReference: 'ORDER-1' })).status).toBe(201);
    expect(await shop.itemOf('TECHNICAL_CANCEL')).toMatchObject({ success: 'true' });
    expect(await shop.details(await shop.bank(challengedPayment.pspReference, true))).toMatchObject({
      resultCode: 'Cancelled',
    });
    expect(await shop.totals()).toMatchObject({ captured: 0 });
  });

  it('what is captured is not cancelled but reversed', async () => {
    const { pspReference } = await shop.pay('approve');
    await shop.api(`/payments/${pspReference}/cancels`, {});
    expect(await shop.itemOf('CANCELLATION')).toMatchObject({ success: 'false' });
    await shop.api(`/payments/${pspReference}/reversals`, {});
    expect(await shop.itemOf('CANCEL_OR_REFUND')).toMatchObject({
      success: 'true',
      additionalData: { 'modification.action': 'refund' },
    });
    expect(await shop.totals()).toMatchObject({ net: 0 });
  });

  it('a refund that fails afterwards is reported under its own reference, as a success, and the money is there again', async () => {
    const { pspReference } = await shop.pay('approve');
    const { returnId } = await shop.control<{ returnId: string }>('refund', {
      paymentId: pspReference,
      amountMinorUnits: 400,
    });
    expect(await shop.itemOf('REFUND')).toMatchObject({ pspReference: returnId, amount: { value: 400 } });
    await shop.control('refund-fails', { returnId });
    expect(await shop.itemOf('REFUND_FAILED')).toMatchObject({
      success: 'true',
      pspReference: returnId,
      originalReference: pspReference,
    });
    expect(await shop.totals()).toMatchObject({ refunded: 0, net: 999 });
  });

  it('a capture that fails takes the money away again', async () => {
    const { pspReference } = await shop.pay('approve');
    await shop.control('capture-fails', { paymentId: pspReference });
    expect(await shop.itemOf('CAPTURE_FAILED')).toMatchObject({ originalReference: pspReference });
    expect(await shop.totals()).toMatchObject({ captured: 0 });
  });
});

describe('disputes', () => {
  it('all events of one share its reference, and only the first ones name the payment', async () => {
    const { pspReference } = await shop.pay('approve');
    const dispute = (stage: string) =>
      shop.control<{ disputeId: string }>('dispute', { paymentId: pspReference, stage });
    const { disputeId } = await dispute('opened');
    expect(await shop.itemOf('CHARGEBACK')).toMatchObject({
      pspReference: disputeId,
      originalReference: pspReference,
      success: 'true',
      additionalData: { grossValue: '999', grossCurrency: 'USD' },
    });
    expect(await shop.totals()).toMatchObject({ disputed: 999, net: 0 });
    for (const [stage, code, net] of [
      ['won', 'CHARGEBACK_REVERSED', 999],
      ['taken-again', 'SECOND_CHARGEBACK', 0],
      ['given-back-again', 'PREARBITRATION_WON', 999],
    ] as const) {
      await dispute(stage);
      const item = await shop.itemOf(code);
      expect(item.pspReference).toBe(disputeId);
      expect(item.originalReference).toBeUndefined();
      expect(await shop.totals()).toMatchObject({ captured: 999, net });
    }
  });

  it('a stage that this provider has no event for is refused by name', async () => {
    const { pspReference } = await shop.pay('approve');
    await shop.control('dispute', { paymentId: pspReference, stage: 'opened' });
    await expect(shop.control('dispute', { paymentId: pspReference, stage: 'withdrawn' })).rejects.toThrow(
      /stage/,
    );
  });
});

describe('saved cards', () => {
  const shopper = { shopperReference: 'shopper-1', storePaymentMethod: true };

  async function keep(scenario: string): Promise<string> {
    const paid = await shop.pay(scenario, shopper);
    return paid.additionalData?.['tokenization.storedPaymentMethodId'] ?? '';
  }

  function payWithStoredCard(
    storedPaymentMethodId: string,
    cvv: object,
    shopperReference: string,
  ): Promise<Response> {
    return shop.api('/payments', order({ storedPaymentMethodId, ...cvv }, { shopperReference }));
  }

  const query = new URLSearchParams({
    merchantAccount: ADYEN_KEYS.merchantAccount,
    shopperReference: 'shopper-1',
  }).toString();
  const headers = { 'x-api-key': ADYEN_KEYS.apiKey };

  async function listed(): Promise<unknown> {
    return (await fetch(`${shop.url}/adyen/v72/storedPaymentMethods?${query}`, { headers })).json();
  }

  it('are not saved without a yes, and their payment tells the card all the same', async () => {
    const paid = await shop.pay('approve', { shopperReference: 'shopper-1', storePaymentMethod: false });
    expect(paid.additionalData).toMatchObject({ cardSummary: '4242', paymentMethod: 'visa' });
    expect(paid.additionalData).not.toHaveProperty('tokenization.storedPaymentMethodId');
    expect(await listed()).toMatchObject({ storedPaymentMethods: [] });
  });

  it('pay again for their shopper and for nobody else', async () => {
    const id = await keep('approve');
    expect(id).toMatch(/^[A-Z0-9]{16}$/);
    const cvv = await shop.proofs('approve', { cvvOnly: true });
    expect(Object.keys(cvv)).toEqual(['encryptedSecurityCode']);
    expect(await (await payWithStoredCard(id, cvv, 'shopper-1')).json()).toMatchObject({
      resultCode: 'Authorised',
    });
    expect((await payWithStoredCard(id, cvv, 'shopper-2')).status).toBe(422);
  });

  it('are listed, keep their id when kept again, and can be forgotten', async () => {
    const id = await keep('approve');
    expect(await keep('approve')).toBe(id);
    expect(await listed()).toMatchObject({ storedPaymentMethods: [{ id, lastFour: '4242', brand: 'visa' }] });
    const forget = () =>
      fetch(`${shop.url}/adyen/v72/storedPaymentMethods/${id}?${query}`, { method: 'DELETE', headers });
    expect((await forget()).status).toBe(204);
    expect((await forget()).status).toBe(422);
  });

  it('one that expires when kept is refused for it', async () => {
    const id = await keep('expires-when-kept');
    expect(await (await payWithStoredCard(id, {}, 'shopper-1')).json()).toMatchObject({
      refusalReasonCode: '6',
    });
  });
});
