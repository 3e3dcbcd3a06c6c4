import { cardPayTypeOf, NONE_IS_FINAL_AFTER_MS, payingTimeOf, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookUp, PaymentProvider } from '../../providers/provider.ts';
import { providerRegistry } from '../../providers/registry.ts';
import { startedOrder } from '../../test/started-order.ts';
import { alertKinds } from '../../test/checkout-com-events.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { giveUpOrder, namePayment } from '../paying/decide-order.ts';
import { finishCheck } from './check-order.ts';

const MINUTE_MS = 60_000;
const SILENCE: LookUp = { kind: 'unknown', why: 'no answer' };
const { orderOpenMs, attemptLifeMs } = payingTimeOf(cardPayTypeOf(13));

let now = new Date();
let shop: Shop;
beforeAll(async () => {
  // Only the test runs checks, and its clock moves only when the test moves it.
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' }, now: () => now });
});
afterAll(() => shop.close());

/** The attempt's state after a check at this age of the order. */
async function leftAt(
  ageMs: number,
  answer: LookUp,
  before: (orderId: OrderId) => Promise<unknown>,
  providers = shop.app.cards.providers,
) {
  const startedAt = now;
  const orderId = await startedOrder(shop);
  await before(orderId);
  now = new Date(startedAt.getTime() + ageMs);
  await finishCheck(shop.app.context, providers, orderId, [{ provider: 13, answer }]);
  const [row] = await shop.db<{ state: string; look_after: Date | null }[]>`
    select state, look_after from payments where order_id = ${orderId}`;
  return {
    state: row?.state,
    pauseMs: row?.look_after ? row.look_after.getTime() - now.getTime() : null,
    alerts: await alertKinds(shop, orderId),
  };
}

const nothing = async (): Promise<void> => {};
const cancel = (orderId: OrderId): Promise<boolean> =>
  giveUpOrder(shop.app.context, orderId, 'cancelled', 'tired');

describe('[ORD-15] the pause before the next check', () => {
  it.each([
    [
      'while a payer may be waiting, the pause between checks is a minute at most',
      20 * MINUTE_MS,
      nothing,
      MINUTE_MS,
    ],
    ['once the payer has cancelled, the pause between checks grows', 20 * MINUTE_MS, cancel, 10 * MINUTE_MS],
    [
      'after the deadline, the pause between checks of an unanswered attempt grows',
      40 * MINUTE_MS,
      nothing,
      20 * MINUTE_MS,
    ],
    [
      'the pause between checks does not go beyond the attempt’s life',
      attemptLifeMs - MINUTE_MS,
      nothing,
      MINUTE_MS,
    ],
  ])('%s', async (_name, ageMs, before, pauseMs) => {
    expect(await leftAt(ageMs, SILENCE, before)).toEqual({ state: 'sent', pauseMs, alerts: [] });
  });
});

describe('[ORD-15] an attempt is no longer checked', () => {
  const finalMs = orderOpenMs + NONE_IS_FINAL_AFTER_MS;

  it('an attempt unknown to its provider is no longer checked from one hour after its deadline on', async () => {
    const none = { kind: 'none' } as const;
    expect(await leftAt(finalMs - 1, none, nothing)).toMatchObject({ state: 'sent', alerts: [] });
    expect(await leftAt(finalMs, none, nothing)).toEqual({ state: 'gone', pauseMs: null, alerts: [] });
  });

  it('an attempt that the provider never answers is no longer checked at the end of its life, and raises an alert', async () => {
    expect(await leftAt(attemptLifeMs - 1, SILENCE, nothing)).toEqual({
      state: 'sent',
      pauseMs: 1,
      alerts: [],
    });
    expect(await leftAt(attemptLifeMs, SILENCE, nothing)).toEqual({
      state: 'gone',
      pauseMs: null,
      alerts: ['attempt-never-answered'],
    });
  });

  it('at a provider without look-up, an attempt that ends undecided raises an alert only if no webhook has reported its payment id', async () => {
    const can = { lookUp: false, updateCardExpiry: false, wallets: false };
    const withoutBooks = providerRegistry([{ number: 13, can } as unknown as PaymentProvider]);
    const pending = { kind: 'pending', providerPaymentId: null } as const;
    const nameItsPayment = (orderId: OrderId) =>
      namePayment(shop.app.context, orderId, { provider: 13, providerPaymentId: `pay_${orderId}` });
    expect(await leftAt(attemptLifeMs, pending, nothing, withoutBooks)).toEqual({
      state: 'gone',
      pauseMs: null,
      alerts: ['attempt-never-answered'],
    });
    expect(await leftAt(attemptLifeMs, pending, nameItsPayment, withoutBooks)).toMatchObject({
      state: 'gone',
      alerts: [],
    });
  });
});
