import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider, RefundRequest, RefundStep } from '../../providers/provider.ts';
import { providerRegistry } from '../../providers/registry.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';
import { alertKinds } from '../../test/checkout-com-events.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { submitRefunds } from './submit-refunds.ts';
import { takeMoney } from '../paying/take-money.ts';
import { takeReturn } from './take-return.ts';

let shop: Shop;
beforeAll(async () => {
  // No sweeper runs: the test decides what is sent, and when.
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

/** A provider that gives these answers to refunds and records each request with its idempotency key. */
function refunding(answers: readonly RefundStep[]) {
  const refundRequests: { key: string; request: RefundRequest }[] = [];
  const provider = {
    number: 13,
    refund: async (request: RefundRequest, key: string) => {
      refundRequests.push({ key, request });
      return answers[refundRequests.length - 1] ?? { kind: 'unknown', why: 'asked too often' };
    },
  } as unknown as PaymentProvider;
  return { refundRequests, providers: providerRegistry([provider]) };
}

const paid = (providerPaymentId: string) => ({
  kind: 'paid' as const,
  provider: 13 as const,
  card: null,
  paidWith: null,
  providerPaymentId,
  money: { currency: 'USD', minorUnits: PRICE },
});

/** An order paid twice, with the refund of the second payment due. */
async function paidTwice(): Promise<{ orderId: OrderId; second: string }> {
  const orderId = await startedOrder(shop);
  const second = `pay_${randomUUID()}`;
  await takeMoney(shop.app.context, orderId, paid(`pay_${randomUUID()}`));
  await takeMoney(shop.app.context, orderId, paid(second));
  return { orderId, second };
}

const refundsOn = async (orderId: OrderId) => [
  ...(await shop.db`select state, return_id, look_after is not null as is_due from refunds where order_id = ${orderId}`),
];

describe('a refund that we submit', () => {
  it('a refund without an answer is submitted again under the same key until it is accepted', async () => {
    const { orderId, second } = await paidTwice();
    const silence = { kind: 'unknown', why: 'time-out' } as const;
    const { refundRequests, providers } = refunding([
      silence,
      silence,
      { kind: 'accepted', returnId: 'act_1' },
    ]);
    for (let tries = 0; tries < 3; tries += 1) {
      await submitRefunds(shop.app.context, providers, orderId);
      if (tries < 2)
        expect(await refundsOn(orderId)).toEqual([{ state: 'due', return_id: null, is_due: true }]);
    }
    expect(new Set(refundRequests.map(({ key }) => key)).size).toBe(1);
    expect(refundRequests[0]?.request).toEqual({
      orderId,
      providerPaymentId: second,
      money: { currency: 'USD', minorUnits: PRICE },
      paid: { currency: 'USD', minorUnits: PRICE },
    });
    expect(await refundsOn(orderId)).toEqual([{ state: 'accepted', return_id: 'act_1', is_due: false }]);
  });

  it('the refund of a second payment is not submitted again when the payment is reported once more', async () => {
    const { orderId, second } = await paidTwice();
    const { refundRequests, providers } = refunding([{ kind: 'accepted', returnId: 'act_2' }]);
    await submitRefunds(shop.app.context, providers, orderId);
    expect(await takeMoney(shop.app.context, orderId, paid(second))).toMatchObject({
      outcome: 'second-payment',
    });
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests).toHaveLength(1);
    const books = await shop.db`
      select sum(amount)::int as held from ledger_entries where order_id = ${orderId} and ledger_account = 'provider:13'`;
    expect(books[0]).toEqual({ held: PRICE });
  });

  it('a refund that the provider refuses raises an alert, and is not submitted again', async () => {
    const { orderId } = await paidTwice();
    const { refundRequests, providers } = refunding([{ kind: 'refused', why: 'payment_not_refundable' }]);
    await submitRefunds(shop.app.context, providers, orderId);
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests).toHaveLength(1);
    expect(await alertKinds(shop, orderId)).toEqual(['refund-refused', 'second-payment']);
  });

  it('a refund that fails after it was accepted raises an alert, and the ledger shows the money as owed to the payer', async () => {
    const { orderId, second } = await paidTwice();
    const { providers } = refunding([{ kind: 'accepted', returnId: 'act_3' }]);
    await submitRefunds(shop.app.context, providers, orderId);
    const word = {
      returnId: 'act_3',
      how: 'refund',
      stage: 'given-back',
      providerPaymentId: second,
    } as const;
    await takeReturn(shop.app.context, orderId, { provider: 13, word: { ...word, money: null, fee: null } });
    expect(await alertKinds(shop, orderId)).toEqual(['refund-failed', 'second-payment']);
    const owed = await shop.db`
      select sum(amount)::int as owed from ledger_entries where order_id = ${orderId} and ledger_account = 'payers-money'`;
    expect(owed[0]).toEqual({ owed: -2 * PRICE });
  });
});
