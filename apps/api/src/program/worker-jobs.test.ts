import { orderNumber } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningJob } from '../platform/run-every.ts';
import { chatReceiver, type ChatReceiver } from '../test/chat-receiver.ts';
import { heldOrder, soon } from '../test/operator-desk.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { startAlertJobs } from './worker-jobs.ts';

let shop: Shop;
let receiver: ChatReceiver;
let jobs: RunningJob;
beforeAll(async () => {
  shop = await openShop();
  receiver = await chatReceiver();
  const env = { ...shop.env, alertWebhook: { url: receiver.url, format: 'text' as const } };
  jobs = startAlertJobs({ env, app: shop.app, logger: shop.app.context.logger });
});
afterAll(async () => {
  await jobs.stop();
  await receiver.close();
  await shop.close();
});

it('[ALR-01] an alert about an order is posted to the chat within seconds', async () => {
  const orderId = await heldOrder(shop, 1001);
  await soon(async () => expect(receiver.texts().join('\n')).toContain(orderNumber(orderId)));
  expect(receiver.bodies.join('\n')).not.toContain('5048213');
  expect(await shop.app.metrics.text()).toMatch(/^jawhara_alerts_unposted 0$/m);
  expect(await shop.app.metrics.text()).toMatch(/^jawhara_alerts_open 1$/m);
});

it('a key refused by a provider is posted to the chat as an alert', async () => {
  await shop.control('api', { revokedKey: true });
  await shop.visitor().buy('approve');
  await soon(async () => expect(receiver.texts().join('\n')).toContain('provider-refuses-us: provider 13'));
  await shop.control('reset', {});
});
