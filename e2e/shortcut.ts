import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import type { Visitor } from './visitor.ts';

interface Placed {
  readonly data?: { readonly order_id?: unknown };
}

/** An order of this visitor's device, placed without the screens: for tests that are about what comes after. */
export async function placeOrder({ context }: Visitor, scenario: ScenarioKey): Promise<string> {
  const { sandboxUrl } = inject('shop');
  const tokenised = await context.request.post(`${sandboxUrl}/_control/tokens`, { data: { scenario } });
  const { token } = (await tokenised.json()) as { token: string };
  const answer = await context.request.post('/api/order/create_coin_pay/', {
    headers: { 'x-request-id': randomUUID() },
    data: {
      recharge_id: 'gems-540',
      uid: 1001,
      pay_type: 23,
      platform_data: JSON.stringify({ token }),
      source: 1,
    },
  });
  const orderId = ((await answer.json()) as Placed).data?.order_id;
  if (typeof orderId !== 'string') throw new Error(`no order: ${await answer.text()}`);
  return orderId;
}
