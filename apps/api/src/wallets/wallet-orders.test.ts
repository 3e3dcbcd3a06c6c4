import { randomUUID } from 'node:crypto';
import {
  cancelOrder,
  readOrderFailure,
  readOrderStatus,
  readRecentOrder,
  submitPaymentToken,
} from '@jawhara/contract';
import type { OrderId, PayType } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adyenPayments } from '../test/adyen-payer.ts';
import { becomes, cardsOf, placed } from '../test/card-payer.ts';
import { balanceOf, openShop, orderState, PAYABLE_HOST, type Shop, type Visitor } from '../test/shop.ts';
import { agree, openSheet, openWalletOrder } from '../test/wallet-payer.ts';
import { walletToken } from '../test/wallet-token.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ADYEN_WALLET: PayType = 26;

async function opened(): Promise<{ readonly payer: Visitor; readonly orderId: OrderId }> {
  const payer = shop.visitor();
  return { payer, orderId: placed(await openWalletOrder(payer, ADYEN_WALLET)).orderId };
}

const captured = async (orderId: OrderId) =>
  (await adyenPayments(shop, orderId)).map((payment) => payment.captured);

describe('a wallet order', () => {
  it('[TYP-01] [TYP-02] [ORD-10] a wallet order is opened without a payment, and only once per request id', async () => {
    const payer = shop.visitor();
    const requestId = randomUUID();
    const { orderId, answer } = placed(await openWalletOrder(payer, ADYEN_WALLET, { requestId }));
    expect(answer).toEqual({ kind: 'pending' });
    expect(await orderState(shop.db, orderId)).toBe('created');
    expect(await captured(orderId)).toEqual([]);
    expect(placed(await openWalletOrder(payer, ADYEN_WALLET, { requestId })).orderId).toBe(orderId);
    const other = await openWalletOrder(payer, ADYEN_WALLET, { requestId, rechargeId: 'gems-5800' });
    expect(other.refusal).toBe('request-id-reused');
  });

  it('[ORD-10] a wallet order for an unknown recipient or gem pack is refused with that reason', async () => {
    const payer = shop.visitor();
    expect((await openWalletOrder(payer, ADYEN_WALLET, { recipientId: 999_999 })).refusal).toBe('not-found');
    expect((await openWalletOrder(payer, ADYEN_WALLET, { rechargeId: 'none' })).refusal).toBe(
      'pack-not-found',
    );
  });

  it.each<PayType>([25, 28, 29, 2528, 23, 27])(
    '[TYP-01] a wallet order is refused for a pay type that no provider serves with a payment sheet: %i',
    async (payType) => {
      expect((await openWalletOrder(shop.visitor(), payType)).refusal).toBe('pay-type-not-offered');
    },
  );

  it('[WAL-06] a wallet order is cancelled by its payer, and a token sent later is not charged', async () => {
    const { payer, orderId } = await opened();
    const cancelled = await payer.call(cancelOrder, { orderId, reason: 'sheet closed' });
    expect(cancelled.refusal).toBeNull();
    expect(await orderState(shop.db, orderId)).toBe('cancelled');
    expect((await agree(shop, payer, orderId)).value).toEqual({ kind: 'refused', outcome: 'other' });
    expect((await openSheet(payer, orderId)).refusal).toBe('wallet-not-available');
    expect(await captured(orderId)).toEqual([]);
  });

  it('a wallet order cannot be paid by card, and a card order cannot be paid by a wallet sheet', async () => {
    const { payer, orderId } = await opened();
    const card = { token: await shop.token('approve') };
    await payer.call(submitPaymentToken, { orderId, payType: 23, card });
    expect(await orderState(shop.db, orderId)).toBe('created');
    const sheet = { orderId, payType: ADYEN_WALLET, card: { walletSheet: true } } as const;
    expect((await payer.call(submitPaymentToken, sheet)).refusal).toBe('pay-type-not-offered');
    const byCard = placed(await shop.visitor().buy('approve'));
    expect((await agree(shop, payer, byCard.orderId)).refusal).toBe('order-not-found');
    const own = shop.visitor();
    const paid = placed(await own.buy('approve'));
    expect((await agree(shop, own, paid.orderId)).refusal).toBe('wallet-not-available');
    expect((await openSheet(own, paid.orderId)).refusal).toBe('wallet-not-available');
  });
});

describe('the merchant session of a wallet sheet', () => {
  it('[WAL-02] each time a wallet sheet opens it gets a new merchant session for the payable host', async () => {
    const { payer, orderId } = await opened();
    const { value } = await openSheet(payer, orderId);
    expect(JSON.parse(value?.sessionJson ?? '')).toMatchObject({
      domainName: PAYABLE_HOST,
      displayName: 'Jawhara',
      merchantSessionIdentifier: expect.stringMatching(/^SSH/),
    });
    // Opening the sheet again returns another session.
    expect((await openSheet(payer, orderId)).value?.sessionJson).not.toBe(value?.sessionJson);
  });

  it('[WAL-02] [WAL-09] a wallet sheet gets no merchant session on a foreign host, from another device or for an unknown order', async () => {
    const { payer, orderId } = await opened();
    expect((await openSheet(payer, orderId, 'evil.example')).refusal).toBe('wallet-not-available');
    expect((await openSheet(shop.visitor(), orderId)).refusal).toBe('order-not-found');
    expect((await openSheet(payer, randomUUID() as OrderId)).refusal).toBe('order-not-found');
  });

  it('[WAL-02] a wallet sheet gets no merchant session while its provider fails, and gets one afterwards', async () => {
    const { payer, orderId } = await opened();
    await shop.control('adyen/api', { failRate: 1 });
    expect((await openSheet(payer, orderId)).refusal).toBe('wallet-not-available');
    await shop.control('adyen/api', { failRate: 0 });
    expect((await openSheet(payer, orderId)).refusal).toBeNull();
  });
});

describe('the token of a wallet sheet', () => {
  it('[WAL-03] a wallet order is paid once although its token is sent twice at once and later again, or a second token is sent', async () => {
    const { payer, orderId } = await opened();
    const before = await balanceOf(shop.db, 1001);
    const token = await walletToken(shop.sandboxUrl, 'approve');
    const answers = await Promise.all([
      agree(shop, payer, orderId, { token }),
      agree(shop, payer, orderId, { token }),
      agree(shop, payer, orderId),
    ]);
    expect(answers.map(({ value }) => value)).toEqual([{ kind: 'paid' }, { kind: 'paid' }, { kind: 'paid' }]);
    expect((await agree(shop, payer, orderId, { token })).value).toEqual({ kind: 'paid' });
    expect(await captured(orderId)).toEqual([999]);
    await becomes(shop, orderId, 'delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
    expect(shop.log()).not.toContain(token);
    expect((await openSheet(payer, orderId)).refusal).toBe('wallet-not-available');
  });

  it('[WAL-03] a wallet token sent from another device is refused, and nothing is captured', async () => {
    const { orderId } = await opened();
    expect((await agree(shop, shop.visitor(), orderId)).refusal).toBe('order-not-found');
    expect(await captured(orderId)).toEqual([]);
  });

  it('[WAL-03] a used wallet token is deleted from the database, and its card is not in the list of saved cards', async () => {
    const { payer, orderId } = await opened();
    const inHand = async () => (await shop.db`select from cards_in_hand`).length;
    const before = await inHand();
    expect((await agree(shop, payer, orderId)).value).toEqual({ kind: 'paid' });
    expect(await inHand()).toBe(before);
    expect(await cardsOf(payer)).toEqual([]);
    const [row] = await shop.db`
      select pay_type, card_scheme, card_last4 from payments where order_id = ${orderId}`;
    expect(row).toEqual({ pay_type: 26, card_scheme: 'visa', card_last4: '4242' });
  });

  it.each([
    ['insufficient-funds', 'balance', '12'],
    ['failed-authentication', 'verify', '11'],
    ['high-risk', 'high-risk', '20'],
    ['do-not-honour', 'other', '2'],
  ] as const)(
    '[WAL-03] [WAL-05 in part] the wallet payment %s is refused as %s',
    async (scenario, outcome, code) => {
      const { payer, orderId } = await opened();
      expect((await agree(shop, payer, orderId, { scenario })).value).toEqual({ kind: 'refused', outcome });
      expect((await payer.call(readOrderFailure, { orderId })).value).toMatchObject({ outcome, code });
      // The order has ended, so another card needs a new order.
      expect((await agree(shop, payer, orderId)).value).toEqual({ kind: 'refused', outcome });
      expect(await captured(orderId)).toEqual([0]);
    },
  );

  it('an unreadable wallet token is refused, and nothing is charged', async () => {
    const { payer, orderId } = await opened();
    const token = Buffer.from('{"version":"EC_v1","data":"x"}').toString('base64');
    expect((await agree(shop, payer, orderId, { token })).value).toEqual({
      kind: 'refused',
      outcome: 'other',
    });
    expect(await captured(orderId)).toEqual([]);
  });

  it.each([
    ['pending-then-approved', 'delivered', 0],
    ['pending-then-declined', 'refused', 1],
    ['answer-lost', 'delivered', 0],
  ] as const)(
    '[WAL-04] the wallet payment %s is pending at first, and its order is %s in the end',
    async (scenario, state, result) => {
      const { payer, orderId } = await opened();
      expect((await agree(shop, payer, orderId, { scenario })).value).toEqual({ kind: 'pending' });
      await becomes(shop, orderId, state);
      expect((await payer.call(readOrderStatus, { orderId })).value?.result).toBe(result);
      expect((await captured(orderId)).filter((cents) => cents > 0)).toHaveLength(result === 0 ? 1 : 0);
    },
  );
});

it('[WAL-09] a device finds its wallet order of the last minute once the wallet’s token was sent, and never a cancelled order', async () => {
  const { payer, orderId } = await opened();
  const readRecent = async (by: Visitor, withinS = 60) => (await by.call(readRecentOrder, { withinS })).value;
  // The payment sheet of the order is open: a second page that followed the order would disturb it.
  expect(await readRecent(payer)).toEqual({ orderId: null });
  await openSheet(payer, orderId);
  await agree(shop, payer, orderId);
  expect(await readRecent(payer)).toEqual({ orderId });
  expect(await readRecent(shop.visitor())).toEqual({ orderId: null });
  const later = placed(await openWalletOrder(payer, ADYEN_WALLET)).orderId;
  await payer.call(cancelOrder, { orderId: later, reason: '' });
  expect(await readRecent(payer)).toEqual({ orderId });
  await shop.db`update order_requests set created_at = now() - interval '2 minutes' where order_id = ${orderId}`;
  expect(await readRecent(payer)).toEqual({ orderId: null });
});
