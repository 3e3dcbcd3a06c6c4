import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomes, placed, sessionOf } from '../../test/card-payer.ts';
import { allProcessed } from '../../test/checkout-com-events.ts';
import { chargeBack, winDispute } from '../../test/disputes.ts';
import { bannedAccount, fineOf, payFine } from '../../test/fine-payer.ts';
import {
  actionsOnOrder,
  deliveredOrder,
  deskOf,
  heldOrder,
  lastAction,
  paymentInBooks,
  refusesWith,
  soon,
} from '../../test/operator-desk.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, type Refused } from '../refusals.ts';
import { planRefund, refundOrder, type RefundPlan, type RefundInput } from './refund-order.ts';

const PRICE = 999;
const GEMS = 1060;

let shop: Shop;
let desk: OperatorContext;
beforeAll(async () => {
  shop = await openShop();
  desk = deskOf(shop);
});
afterAll(() => shop.close());

const wants = (orderId: OrderId, more: Partial<RefundInput> = {}): RefundInput => ({
  orderId,
  purpose: 'gems',
  amount: null,
  wrongRecipient: null,
  ...more,
});

async function planned(wanted: RefundInput): Promise<RefundPlan> {
  const plan = await planRefund(shop.db, wanted);
  if (isRefused(plan)) throw new Error(plan.because);
  return plan;
}

async function refund(wanted: RefundInput): Promise<{ readonly kind: string }> {
  const plan: RefundPlan | Refused = await planRefund(shop.db, wanted);
  return isRefused(plan) ? plan : refundOrder(desk, signed(), wanted, plan);
}

async function statusOf(account: number): Promise<string> {
  const [row] = await shop.db<{ status: string }[]>`select status from accounts where id = ${account}`;
  return row?.status ?? '';
}

describe('a refund by an operator', () => {
  it('[ORD-14] a full refund returns the payment, takes the gems back, and bans no account', async () => {
    const orderId = await deliveredOrder(shop, 1002);
    const before = await balanceOf(shop.db, 1002);
    const plan = await planned(wants(orderId));
    expect(plan).toMatchObject({
      money: { currency: 'USD', minorUnits: PRICE },
      gems: [{ displayId: '3310457', change: -GEMS, balanceBefore: before, balanceAfter: before - GEMS }],
    });
    expect(await refundOrder(desk, signed('huda', 'the payer asked'), wants(orderId), plan)).toMatchObject({
      kind: 'done',
    });
    await becomes(shop, orderId, 'refunded');
    expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: PRICE, refunded: PRICE });
    expect(await balanceOf(shop.db, 1002)).toBe(before - GEMS);
    expect(await statusOf(1002)).toBe('normal');
    expect(await shop.db`select from bans where account_id = 1002`).toEqual([]);
    expect(await lastAction(shop)).toMatchObject({
      by: 'huda',
      why: 'the payer asked',
      verb: 'order refund',
      subject: `order:${orderId}`,
      before: { returned: '0.00 USD', state: 'delivered', 'gems of 3310457': before },
      after: { refund: '9.99 USD', returned: '9.99 USD', 'gems of 3310457': before - GEMS },
    });
  });

  it('a second full refund is refused, also while the first has not yet reached the provider', async () => {
    const orderId = await deliveredOrder(shop, 1002);
    await shop.control('api', { failRate: 1 });
    expect(await refund(wants(orderId))).toMatchObject({ kind: 'done' });
    await refusesWith(shop, 'nothing-left', () => refund(wants(orderId)));
    await shop.control('api', { failRate: 0 });
    await becomes(shop, orderId, 'refunded');
    await refusesWith(shop, 'nothing-left', () => refund(wants(orderId)));
    expect(await paymentInBooks(shop, orderId)).toMatchObject({ refunded: PRICE });
  });

  it('[ORD-14] a partial refund takes gems in proportion; partial refunds never exceed the payment', async () => {
    const orderId = await deliveredOrder(shop, 1003);
    const before = await balanceOf(shop.db, 1003);
    expect(await refund(wants(orderId, { amount: '4.99' }))).toMatchObject({ kind: 'done' });
    await soon(async () => expect(await paymentInBooks(shop, orderId)).toMatchObject({ refunded: 499 }));
    const returnedGems = Math.floor((GEMS * 499) / PRICE);
    await soon(async () => expect(await balanceOf(shop.db, 1003)).toBe(before - returnedGems));
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    await refusesWith(shop, 'amount-too-large', () => refund(wants(orderId, { amount: '5.01' })));
    expect(await refund(wants(orderId))).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'refunded');
    expect(await balanceOf(shop.db, 1003)).toBe(before - GEMS);
    expect(await actionsOnOrder(shop, orderId)).toEqual(['order refund', 'order refund']);
  });

  it('a refund of an unreadable amount is refused', async () => {
    const orderId = await deliveredOrder(shop, 1004);
    for (const amount of ['0', '0.00', '-1', '4.999', 'all', '1,50', ''])
      await refusesWith(shop, 'amount-unreadable', () => refund(wants(orderId, { amount })));
  });

  it('a refund for a wrong recipient takes back only the unused gems, and the account is not banned', async () => {
    const had = await balanceOf(shop.db, 1004);
    const orderId = await deliveredOrder(shop, 1004);
    const wanted = wants(orderId, { wrongRecipient: { usedGems: 300 } });
    const plan = await planned(wanted);
    expect(plan.gems).toMatchObject([{ change: -(GEMS - 300) }]);
    expect(await refundOrder(desk, signed(), wanted, plan)).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'refunded');
    expect(await balanceOf(shop.db, 1004)).toBe(had + 300);
    expect(await statusOf(1004)).toBe('normal');
    expect((await lastAction(shop))?.after).toMatchObject({ gemsForgiven: 300 });
  });

  it('a refund for a wrong recipient with an impossible number of used gems is refused', async () => {
    const orderId = await deliveredOrder(shop, 1004);
    for (const usedGems of [-1, 0.5, GEMS + 1, Number.NaN])
      await refusesWith(shop, 'gems-unreadable', () =>
        refund(wants(orderId, { wrongRecipient: { usedGems } })),
      );
  });

  it('a refund of an order that is not paid or is held is refused', async () => {
    const { orderId } = placed(await shop.visitor().buy('insufficient-funds'));
    await refusesWith(shop, 'nothing-paid', () => refund(wants(orderId)));
    await refusesWith(shop, 'nothing-paid', async () => refund(wants(await heldOrder(shop, 1001))));
  });

  it('a refund by an operator is refused while a dispute about the payment is open', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const payment = await paymentInBooks(shop, orderId);
    await shop.control('checkout-com/dispute', { paymentId: payment?.id, stage: 'opened' });
    await becomes(shop, orderId, 'charged-back');
    await refusesWith(shop, 'dispute-open', () => refund(wants(orderId)));
  });

  it('a refund is refused when the order’s money has changed since the plan was shown', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const plan = await planned(wants(orderId, { amount: '1.00' }));
    await refund(wants(orderId, { amount: '2.00' }));
    await refusesWith(shop, 'changed-meanwhile', () =>
      refundOrder(desk, signed(), wants(orderId, { amount: '1.00' }), plan),
    );
  });

  it('when two operators submit the same refund at once, the money is refunded once', async () => {
    // This test has an account of its own: a refund of another test that still takes gems back would change the plan.
    const orderId = await deliveredOrder(shop, 1005);
    const plan = await planned(wants(orderId));
    const both = await Promise.all([
      refundOrder(desk, signed('huda'), wants(orderId), plan),
      refundOrder(desk, signed('omar'), wants(orderId), plan),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    await becomes(shop, orderId, 'refunded');
    expect(await paymentInBooks(shop, orderId)).toMatchObject({ refunded: PRICE });
  });
});

describe('a fine', () => {
  it('a fine can be refunded only with the command for fines, and the ban stays lifted', async () => {
    const account = await bannedAccount(shop.db);
    const { orderId } = placed(await payFine(shop, shop.visitor(), account.id));
    await becomes(shop, orderId, 'delivered');
    await refusesWith(shop, 'is-a-fine', () => refund(wants(orderId)));
    expect(await refund(wants(orderId, { purpose: 'fine' }))).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'refunded');
    expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: 2000, refunded: 2000 });
    expect(await statusOf(account.id)).toBe('normal');
    expect(await lastAction(shop)).toMatchObject({ verb: 'fines return' });
    const gems = await deliveredOrder(shop, 1001);
    await refusesWith(shop, 'is-no-fine', () => refund(wants(gems, { purpose: 'fine' })));
  });

  it('[ORD-16] a fine refunded by an operator is not refunded again when its order’s dispute is won', async () => {
    const headers = await sessionOf(shop, 1005);
    const { orderId } = placed(await shop.visitor().buy('approve', { recipientId: 1005, headers }));
    await becomes(shop, orderId, 'delivered');
    await chargeBack(shop, orderId);
    const [account] = await shop.db<
      { display_id: string }[]
    >`select display_id from accounts where id = 1005`;
    const { standing } = await fineOf(shop.visitor(), account?.display_id ?? '');
    if (standing.kind !== 'fine') throw new Error(standing.kind);
    const shown = { amountUsdCents: standing.amountUsdCents };
    const fine = placed(await payFine(shop, shop.visitor(), 1005, { shown })).orderId;
    await becomes(shop, fine, 'delivered');
    await refund(wants(fine, { purpose: 'fine' }));
    await becomes(shop, fine, 'refunded');
    await winDispute(shop, orderId);
    await allProcessed(shop, orderId);
    const rows = await soon(async () => {
      const refunds = await shop.db<{ state: string; asked_by: string }[]>`
        select state, asked_by from refunds where order_id = ${fine} order by created_at`;
      expect(refunds).toHaveLength(2);
      return refunds.map(({ state, asked_by: by }) => `${state} ${by === 'by itself' ? by : 'operator'}`);
    });
    expect(rows).toEqual(['accepted operator', 'not-needed by itself']);
    expect(await shop.db`select from alerts where order_id = ${fine} and kind = 'refund-refused'`).toEqual(
      [],
    );
    expect(await paymentInBooks(shop, fine)).toMatchObject({ refunded: standing.amountUsdCents });
  });
});
