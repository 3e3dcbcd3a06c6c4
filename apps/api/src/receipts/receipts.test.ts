import { randomUUID } from 'node:crypto';
import { readOrder, readReceipt } from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_RECEIPT_KEYS } from '../../../../tools/stack/development-device.ts';
import { becomes } from '../test/card-payer.ts';
import { tellCheckoutCom } from '../test/checkout-com-events.ts';
import { paymentInBooks } from '../test/operator-desk.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { readReceiptLink, receiptLink, type ReceiptKeys } from './receipt.ts';

const OLD_KEY = 'a-receipt-key-of-the-year-before-this';
const KEYS: ReceiptKeys = [DEVELOPMENT_RECEIPT_KEYS[0], OLD_KEY];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { RECEIPT_KEYS: KEYS.join(',') } });
});
afterAll(() => shop.close());

async function boughtOrder(): Promise<{ orderId: OrderId; link: string }> {
  const buyer = shop.visitor();
  const { value } = await buyer.buy('approve');
  if (!value) throw new Error('not placed');
  await becomes(shop, value.orderId, 'delivered');
  const { value: order } = await buyer.call(readOrder, { orderId: value.orderId });
  return { orderId: value.orderId, link: order?.receiptLink ?? '' };
}

const open = (link: string) => shop.visitor().call(readReceipt, { link });

describe('[ORD-22 in part] a receipt link', () => {
  it('a receipt link shows number, gems, amount, time and state of its order to any visitor, and no name of a person', async () => {
    const { orderId, link } = await boughtOrder();
    const { value } = await open(link);
    expect(value).toMatchObject({
      orderNumber: orderNumber(orderId),
      purpose: 'gems',
      gems: 1060,
      bonusGems: 60,
      priceUsdCents: 999,
      state: 'delivered',
      refunded: null,
    });
    expect(Object.keys(value ?? {}).toSorted()).toEqual(
      [
        'orderNumber',
        'purpose',
        'gems',
        'bonusGems',
        'priceUsdCents',
        'createdAt',
        'state',
        'refunded',
        'readAt',
      ].toSorted(),
    );
  });

  it('a receipt link shows the current state of its order, such as a refund', async () => {
    const { orderId, link } = await boughtOrder();
    const payment = (await paymentInBooks(shop, orderId))?.id ?? '';
    const refund = { id: payment, action_id: `act_${randomUUID()}`, reference: orderId, currency: 'USD' };
    await tellCheckoutCom(shop, 'payment_refunded', { ...refund, amount: 999 });
    await becomes(shop, orderId, 'refunded');
    expect((await open(link)).value).toMatchObject({
      state: 'refunded',
      refunded: { usdCents: 999, at: expect.any(Date) },
    });
  });

  it('a receipt link signed with the previous key opens, and one signed with an unknown key is refused', async () => {
    const { orderId } = await boughtOrder();
    expect((await open(receiptLink(orderId, [OLD_KEY]))).value?.orderNumber).toBe(orderNumber(orderId));
    expect((await open(receiptLink(orderId, ['a-key-that-is-none-of-ours-at-all-00']))).refusal).toBe(
      'receipt-link-invalid',
    );
  });

  it('a changed receipt link is refused with the same answer whether its order exists or not', async () => {
    const { link } = await boughtOrder();
    const [id = '', signature = ''] = link.split('.');
    const unknown = receiptLink(randomUUID() as OrderId, [OLD_KEY]).split('.');
    const wrong = [id, `${id}.`, `${id}.${unknown[1]}`, `${unknown[0]}.${signature}`, `${link}A`, '', 'x'];
    const answers = await Promise.all(wrong.map(open));
    for (const answer of answers)
      expect(answer).toMatchObject({ refusal: 'receipt-link-invalid', value: null });
  });

  it('a receipt link cannot be made from an order id alone: 10,000 guesses are refused', () => {
    const orderId = randomUUID() as OrderId;
    const [id = ''] = receiptLink(orderId, KEYS).split('.');
    for (let guess = 0; guess < 10_000; guess += 1) {
      const signature = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url');
      expect(readReceiptLink(`${id}.${signature}`, KEYS)).toBe(null);
    }
    expect(readReceiptLink(receiptLink(orderId, KEYS), KEYS)).toBe(orderId);
  });

  it('a receipt link whose last character was replaced by one that decodes to the same bytes is refused', () => {
    // The last character has four unused bits, so sixteen different characters decode to the same bytes.
    const link = receiptLink(randomUUID() as OrderId, KEYS);
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => `${link.slice(0, -1)}${last}`)
      .filter((one) => readReceiptLink(one, KEYS) !== null);
    expect(spellings).toEqual([link]);
  });
});
