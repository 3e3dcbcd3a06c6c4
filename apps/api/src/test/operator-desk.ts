import { expect, vi } from 'vitest';
import { ADYEN, CHECKOUT_COM, type OrderId } from '@jawhara/domain';
import { connectReports, readReportEnv } from '../program/connect-providers.ts';
import { actionsOn, actionsSince, type OperatorAction } from '../operator/operator-action.store.ts';
import type { OperatorContext } from '../operator/operator-context.ts';
import { flowsOfKey, killFlow, resumeFlow, troubledFlows } from '../platform/restate-admin.ts';
import { releaseDesk } from '../platform/restate-deployments.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { becomes, placed } from './card-payer.ts';
import type { Shop } from './shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

/** An operator's context for verbs in a test's shop. */
export function deskOf({ app, env, db, sandboxUrl }: Shop): OperatorContext {
  const { [CHECKOUT_COM]: checkoutCom, [ADYEN]: adyen } = env.providers;
  return {
    orders: app.context,
    life: app.life,
    flows: {
      troubled: () => troubledFlows(env.restateAdmin, env.orderObject),
      ofOrder: (orderId) => flowsOfKey(env.restateAdmin, env.orderObject, orderId),
      resume: (id) => resumeFlow(env.restateAdmin, id),
      kill: (id) => killFlow(env.restateAdmin, id),
    },
    releases: releaseDesk(env.restateAdmin, env.orderObject),
    chance: systemChance,
    operators: { roots: [] },
    reports: connectReports(
      {
        ...readReportEnv({}),
        [CHECKOUT_COM]: checkoutCom && { baseUrl: checkoutCom.apiUrl, secretKey: checkoutCom.secretKey },
        [ADYEN]: adyen && { reportsUrl: `${sandboxUrl}/adyen`, apiKey: adyen.apiKey },
      },
      db,
    ),
  };
}

export const soon = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 });

/** An order that was paid with a card approved at once, and is delivered. */
export async function deliveredOrder(shop: Shop, recipientId: number): Promise<OrderId> {
  const { orderId } = placed(await shop.visitor().buy('approve', { recipientId }));
  await becomes(shop, orderId, 'delivered');
  return orderId;
}

/** An order that is held because the provider took a cent less than the price. */
export async function heldOrder(shop: Shop, recipientId: number): Promise<OrderId> {
  const { orderId } = placed(await shop.visitor().buy('wrong-amount', { recipientId }));
  await soon(async () => {
    const [row] = await shop.db`select is_held from orders where id = ${orderId}`;
    expect(row).toEqual({ is_held: true });
  });
  return orderId;
}

export async function paymentInBooks(shop: Shop, orderId: OrderId) {
  const { payments } = await shop.books();
  return payments.find(({ reference }) => reference === orderId);
}

export async function lastAction(shop: Shop): Promise<OperatorAction | undefined> {
  const [action] = await actionsSince(shop.db, new Date(0), 1);
  return action;
}

/** The newest record of an operator's action, also of one that only reads. */
export async function lastRecord(shop: Shop): Promise<OperatorAction | undefined> {
  const [action] = await actionsSince(shop.db, new Date(0), 1, 'all');
  return action;
}

export async function actionsOnOrder(shop: Shop, orderId: OrderId): Promise<string[]> {
  return (await actionsOn(shop.db, `order:${orderId}`)).map(({ verb }) => verb);
}

/** Expects that the verb is refused for this reason and leaves no record. */
export async function refusesWith(
  shop: Shop,
  because: string,
  work: () => Promise<{ readonly kind: string }>,
): Promise<void> {
  const count = async () =>
    (await shop.db`select count(*)::int as n from operator_actions`)[0]?.['n'] as number;
  const before = await count();
  expect(await work()).toMatchObject({ kind: 'refused', because });
  expect(await count()).toBe(before);
}
