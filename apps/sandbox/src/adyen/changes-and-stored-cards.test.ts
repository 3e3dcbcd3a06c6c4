import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADYEN_KEYS, openAdyenShop, order, type AdyenShop } from './test/adyen-shop.ts';

let shop: AdyenShop;

beforeAll(async () => {
  shop = await openAdyenShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('Adyen’s refunds, cancels and reversals', () => {
  it('Adyen receives a refund and reports it by webhook; a refund above the payment fails', async () => {
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

  it('the shop can cancel an Adyen payment that waits for the bank’s check, by the shop’s own reference', async () => {
    const challengedPayment = await shop.pay('challenge', { reference: 'ORDER-1' });
    expect((await shop.api('/cancels', { paymentReference: 'ORDER-1' })).status).toBe(201);
    expect(await shop.itemOf('TECHNICAL_CANCEL')).toMatchObject({ success: 'true' });
    expect(await shop.details(await shop.bank(challengedPayment.pspReference, true))).toMatchObject({
      resultCode: 'Cancelled',
    });
    expect(await shop.totals()).toMatchObject({ captured: 0 });
  });

  it('cancelling a captured Adyen payment fails, and reversing it refunds the payment', async () => {
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

  it('an Adyen refund that fails later is reported under its own reference, and the shop has the money again', async () => {
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

  it('when the capture of an Adyen payment fails, the sandbox reports it by webhook and counts nothing as captured', async () => {
    const { pspReference } = await shop.pay('approve');
    await shop.control('capture-fails', { paymentId: pspReference });
    expect(await shop.itemOf('CAPTURE_FAILED')).toMatchObject({ originalReference: pspReference });
    expect(await shop.totals()).toMatchObject({ captured: 0 });
  });
});

describe('Adyen’s disputes', () => {
  it('all Adyen webhooks of one dispute have one reference; those of its opening also have the payment’s', async () => {
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

  it('the sandbox refuses a dispute stage for which Adyen has no event', async () => {
    const { pspReference } = await shop.pay('approve');
    await shop.control('dispute', { paymentId: pspReference, stage: 'opened' });
    await expect(shop.control('dispute', { paymentId: pspReference, stage: 'withdrawn' })).rejects.toThrow(
      /stage/,
    );
  });
});

describe('cards saved at Adyen', () => {
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

  it('an Adyen card is not saved without consent, and its payment still reports the card summary', async () => {
    const paid = await shop.pay('approve', { shopperReference: 'shopper-1', storePaymentMethod: false });
    expect(paid.additionalData).toMatchObject({ cardSummary: '4242', paymentMethod: 'visa' });
    expect(paid.additionalData).not.toHaveProperty('tokenization.storedPaymentMethodId');
    expect(await listed()).toMatchObject({ storedPaymentMethods: [] });
  });

  it('a card saved at Adyen pays again for its own shopper only', async () => {
    const id = await keep('approve');
    expect(id).toMatch(/^[A-Z0-9]{16}$/);
    const cvv = await shop.proofs('approve', { cvvOnly: true });
    expect(Object.keys(cvv)).toEqual(['encryptedSecurityCode']);
    expect(await (await payWithStoredCard(id, cvv, 'shopper-1')).json()).toMatchObject({
      resultCode: 'Authorised',
    });
    expect((await payWithStoredCard(id, cvv, 'shopper-2')).status).toBe(422);
  });

  it('cards saved at Adyen are listed, have the same id when saved again, and can be deleted', async () => {
    const id = await keep('approve');
    expect(await keep('approve')).toBe(id);
    expect(await listed()).toMatchObject({ storedPaymentMethods: [{ id, lastFour: '4242', brand: 'visa' }] });
    const forget = () =>
      fetch(`${shop.url}/adyen/v72/storedPaymentMethods/${id}?${query}`, { method: 'DELETE', headers });
    expect((await forget()).status).toBe(204);
    expect((await forget()).status).toBe(422);
  });

  it('a card saved at Adyen that has expired since is refused as expired', async () => {
    const id = await keep('expires-when-kept');
    expect(await (await payWithStoredCard(id, {}, 'shopper-1')).json()).toMatchObject({
      refusalReasonCode: '6',
    });
  });
});
