import { randomUUID } from 'node:crypto';
import { createCoinPay, parse, REQUEST_ID_HEADER } from '@jawhara/contract';
import {
  accountId,
  cardPayTypeOf,
  CHECKOUT_COM,
  type CardProvider,
  type OrderedWith,
  type RechargeId,
} from '@jawhara/domain';
import type { APIRequestContext } from '@playwright/test';
import type { ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { cardOf } from '../chaos/every-provider.ts';
import { sandboxWire } from '../chaos/sandbox-wire.ts';
import { ANY_REPEAT } from '../tools/test/any-repeat.ts';
import { shop } from './addresses.ts';

/** Places an order of this device by a call instead of the screens, for tests of what follows an order. */
export async function placeOrder(
  request: APIRequestContext,
  scenario: ScenarioKey,
  provider: CardProvider = CHECKOUT_COM,
): Promise<string> {
  const card = await cardOf(sandboxWire(shop().sandboxUrl), provider, scenario);
  const data = createCoinPay.request.write({
    rechargeId: 'gems-540' as RechargeId,
    recipientId: accountId(1001),
    payType: cardPayTypeOf(provider),
    card: { ...card, keep: 'ask' } as OrderedWith,
    repeatOf: ANY_REPEAT,
  });
  const headers = { [REQUEST_ID_HEADER]: randomUUID() };
  const answer = await request.post(createCoinPay.path, { headers, data });
  const placed = parse(createCoinPay.answer, ((await answer.json()) as { data?: unknown }).data);
  if (placed.kind === 'malformed') throw new Error(`no order: ${await answer.text()}`);
  return placed.value.orderId;
}
