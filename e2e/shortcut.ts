import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { shop } from './addresses.ts';

interface Placed {
  readonly data?: { readonly order_id?: unknown };
}

type Handed = Readonly<Record<string, string>>;

/** What a provider's fields hand over, without the fields. */
async function handedOver(request: APIRequestContext, path: string, scenario: ScenarioKey): Promise<Handed> {
  const answer = await request.post(`${shop().sandboxUrl}/_control/${path}`, { data: { scenario } });
  return (await answer.json()) as Handed;
}

const PAY_DATA = {
  async 23(request: APIRequestContext, scenario: ScenarioKey): Promise<object> {
    const { token } = await handedOver(request, 'tokens', scenario);
    return { token, keep: 'ask' };
  },
  async 27(request: APIRequestContext, scenario: ScenarioKey): Promise<object> {
    const sealed = await handedOver(request, 'adyen/proofs', scenario);
    return {
      encrypted: {
        number: sealed['encryptedCardNumber'],
        expiry_month: sealed['encryptedExpiryMonth'],
        expiry_year: sealed['encryptedExpiryYear'],
        sealed_code: sealed['encryptedSecurityCode'],
        holder_name: 'NOURA ALI',
      },
      keep: 'ask',
    };
  },
};

/** An order of the device that asks, placed without the screens: for tests that are about what comes after. */
export async function placeOrder(
  request: APIRequestContext,
  scenario: ScenarioKey,
  payType: keyof typeof PAY_DATA = 23,
): Promise<string> {
  const platformData = await PAY_DATA[payType](request, scenario);
  const answer = await request.post('/api/order/create_coin_pay/', {
    headers: { 'x-request-id': randomUUID() },
    data: {
      recharge_id: 'gems-540',
      uid: 1001,
      pay_type: payType,
      platform_data: JSON.stringify(platformData),
      source: 1,
    },
  });
  const orderId = ((await answer.json()) as Placed).data?.order_id;
  if (typeof orderId !== 'string') throw new Error(`no order: ${await answer.text()}`);
  return orderId;
}
