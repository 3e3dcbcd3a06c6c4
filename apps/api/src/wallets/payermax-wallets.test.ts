import { randomUUID } from 'node:crypto';
import {
  cancelOrder,
  createCoinPay,
  readOrder,
  readOrderFailure,
  submitAuthenticationResult,
  verifyWalletPay,
  type OrderPlaced,
} from '@jawhara/contract';
import { accountId, type OrderedWith, type OrderId, type PayType, type RechargeId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { becomes, cardsOf, placed } from '../test/card-payer.ts';
import { agreeAtButton } from '../test/payermax-button.ts';
import { atHostedPage, payermaxBooks, refundAtPayermax } from '../test/payermax-payer.ts';
import { balanceOf, openShop, orderState, type Called, type Shop, type Visitor } from '../test/shop.ts';
import { agree, openSheet, openWalletOrder } from '../test/wallet-payer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PAGE: PayType = 25;
const BUTTON: PayType = 31;

const order = (
  payer: Visitor,
  payType: PayType,
  card: OrderedWith,
  requestId: string = randomUUID(),
): Promise<Called<OrderPlaced>> =>
  payer.call(
    createCoinPay,
    {
      rechargeId: 'gems-1060' as RechargeId,
      recipientId: accountId(1001),
      payType,
      card,
      repeatOf: ANY_REPEAT,
    },
    { 'x-request-id': requestId },
  );

const captured = async (orderId: OrderId): Promise<number[]> =>
  (await payermaxBooks(shop)).payments
    .filter(({ reference }) => reference === orderId)
    .map((payment) => payment.captured - payment.refunded);

const paidWith = async (orderId: OrderId) => {
  const [row] = await shop.db`
    select pay_type, card_scheme, card_last4 from payments where order_id = ${orderId}`;
  return row;
};

describe('channel 25: the wallet on PayerMax’s own page', () => {
  const sentAway = async () => {
    const payer = shop.visitor();
    const { orderId, answer } = placed(await order(payer, PAGE, { walletPage: true }));
    return { payer, orderId, answer };
  };

  it('[TYP-01] a payer is sent to PayerMax’s page; after their return the order is paid only if PayerMax confirms it', async () => {
    const before = await balanceOf(shop.db, 1001);
    const { payer, orderId, answer } = await sentAway();
    expect(answer).toMatchObject({ kind: 'challenge', way: 'page' });
    expect(await orderState(shop.db, orderId)).toBe('awaiting-payer');
    const reopened = await payer.call(readOrder, { orderId });
    expect({ kind: 'challenge', ...reopened.value?.challenge }).toEqual(answer);
    const early = await payer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(early.value?.answer.kind).toBe('challenge');

    const back = await atHostedPage(shop, orderId, { answer: 'pay', scenario: 'approve' });
    expect(back.searchParams.get('zp_orderid')).toBe(orderId);
    const proven = await payer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(proven.value?.answer).toEqual({ kind: 'paid' });
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
    expect(await captured(orderId)).toEqual([999]);
    expect(await paidWith(orderId)).toEqual({ pay_type: 25, card_scheme: 'visa', card_last4: '4242' });
    expect(await cardsOf(payer)).toEqual([]);
  });

  it('[TYP-01] PayerMax’s page for channel 25 offers the wallet and asks for no card', async () => {
    const { answer } = await sentAway();
    const url = answer.kind === 'challenge' && answer.way === 'page' ? answer.url : '';
    const page = await (await fetch(url)).text();
    expect(page).toContain('Apple Pay');
    expect(page).not.toContain('cc-number');
  });

  it('[WAL-06] cancelling on PayerMax’s page ends the order as refused because the payer cancelled, and nothing is captured', async () => {
    const { payer, orderId } = await sentAway();
    await atHostedPage(shop, orderId, { answer: 'cancel' });
    await becomes(shop, orderId, 'refused');
    expect((await payer.call(readOrderFailure, { orderId })).value).toMatchObject({
      code: 'CLOSED',
      reason: 'payer-cancelled',
    });
    expect(await captured(orderId)).toEqual([0]);
  });

  it.each([
    ['approve', 'delivered'],
    ['pending-then-approved', 'delivered'],
    ['pending-then-declined', 'refused'],
    // The wallet has authenticated its owner, so no bank requests a challenge.
    ['challenge', 'delivered'],
  ] as const)(
    '[WAL-04] with %s on PayerMax’s page and no return of the payer, the order is %s',
    async (scenario, state) => {
      const { orderId } = await sentAway();
      await atHostedPage(shop, orderId, { answer: 'pay', scenario });
      await becomes(shop, orderId, state);
      expect(await captured(orderId)).toEqual([state === 'delivered' ? 999 : 0]);
    },
  );

  it('an order for PayerMax’s page is opened once per request id, and accepts neither a wallet sheet nor a wallet token', async () => {
    const payer = shop.visitor();
    const requestId = randomUUID();
    const { orderId } = placed(await order(payer, PAGE, { walletPage: true }, requestId));
    expect(placed(await order(payer, PAGE, { walletPage: true }, requestId)).orderId).toBe(orderId);
    expect((await openSheet(payer, orderId)).refusal).toBe('wallet-not-available');
    expect((await agree(shop, payer, orderId)).refusal).toBe('wallet-not-available');
    for (const payType of [24, 26, 31] as const)
      expect((await order(payer, payType, { walletPage: true })).refusal).toBe('pay-type-not-offered');
    expect(await captured(orderId)).toEqual([0]);
  });

  it('a payment by PayerMax’s page can be refunded', async () => {
    const { orderId } = await sentAway();
    await atHostedPage(shop, orderId, { answer: 'pay', scenario: 'approve' });
    await becomes(shop, orderId, 'delivered');
    await refundAtPayermax(shop, orderId);
    await becomes(shop, orderId, 'refunded');
    expect(await captured(orderId)).toEqual([0]);
  });
});

describe('channel 31: the wallet button of PayerMax on the pay page', () => {
  const opened = async () => {
    const payer = shop.visitor();
    const { orderId } = placed(await openWalletOrder(payer, BUTTON));
    const { value } = await openSheet(payer, orderId);
    return { payer, orderId, sessionJson: value?.sessionJson ?? '' };
  };
  const send = (payer: Visitor, orderId: OrderId, token: { walletToken: string; methodType: string }) =>
    payer.call(verifyWalletPay, { orderId, ...token });

  it('[TYP-01] [WAL-02] [WAL-03] a token of PayerMax’s button pays its order once, also when sent twice at once', async () => {
    const { payer, orderId, sessionJson } = await opened();
    expect(await orderState(shop.db, orderId)).toBe('created');
    const before = await balanceOf(shop.db, 1001);
    const token = await agreeAtButton(shop.sandboxUrl, sessionJson, 'approve');
    const answers = await Promise.all([send(payer, orderId, token), send(payer, orderId, token)]);
    expect(answers.map(({ value }) => value)).toEqual([{ kind: 'paid' }, { kind: 'paid' }]);
    await becomes(shop, orderId, 'delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
    expect(await captured(orderId)).toEqual([999]);
    expect(await paidWith(orderId)).toEqual({ pay_type: 31, card_scheme: 'visa', card_last4: '4242' });
    expect(await cardsOf(payer)).toEqual([]);
    expect(shop.log()).not.toContain(token.walletToken);
  });

  it('[WAL-03] a token of another payer’s PayerMax button is refused, and nothing is captured', async () => {
    const theirs = await opened();
    const token = await agreeAtButton(shop.sandboxUrl, theirs.sessionJson, 'approve');
    const { payer, orderId } = await opened();
    expect((await send(payer, orderId, token)).value).toMatchObject({ kind: 'refused' });
    expect(await captured(orderId)).toEqual([]);
  });

  it('[WAL-06] a PayerMax button’s token sent after the payer cancelled is refused, and nothing is captured', async () => {
    const { payer, orderId, sessionJson } = await opened();
    await payer.call(cancelOrder, { orderId, reason: 'closed' });
    const token = await agreeAtButton(shop.sandboxUrl, sessionJson, 'approve');
    expect((await send(payer, orderId, token)).value).toEqual({ kind: 'refused', outcome: 'other' });
    expect(await captured(orderId)).toEqual([]);
  });

  it('[WAL-02] PayerMax’s button is not available while PayerMax fails, and is available afterwards', async () => {
    const payer = shop.visitor();
    const { orderId } = placed(await openWalletOrder(payer, BUTTON));
    await shop.control('payermax/api', { failRate: 1 });
    expect((await openSheet(payer, orderId)).refusal).toBe('wallet-not-available');
    await shop.control('payermax/api', { failRate: 0 });
    expect((await openSheet(payer, orderId)).refusal).toBeNull();
  });
});
