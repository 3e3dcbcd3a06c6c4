import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soon } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Flow {
  readonly target_handler_name: string;
  readonly status: string;
  readonly retry_count: number | null;
  readonly completion_result: string | null;
}

async function flowsOf(key: string): Promise<readonly Flow[]> {
  const answer = await fetch(`${shop.env.restateAdmin.url}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: `select target_handler_name, status, retry_count, completion_result from sys_invocation
        where target_service_name = '${shop.env.orderObject}' and target_service_key = '${key}'`,
    }),
  });
  return ((await answer.json()) as { rows: Flow[] }).rows;
}

it('engine work for an order that no longer exists after a restore fails at once and is not retried', async () => {
  const gone = randomUUID() as OrderId;
  const { life } = shop.app;
  expect(await life.send('look', gone, null, { idempotencyKey: randomUUID() })).toBe(true);
  expect(await life.send('cancel', gone, { reason: 'late' }, { idempotencyKey: randomUUID() })).toBe(true);
  await soon(async () => {
    const flows = await flowsOf(gone);
    expect(flows).toHaveLength(2);
    for (const flow of flows)
      expect(flow).toMatchObject({ status: 'completed', completion_result: 'failure' });
  });
});
