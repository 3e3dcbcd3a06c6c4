import { randomUUID } from 'node:crypto';
import { createCoinPay, openCardSession, type OrderPlaced } from '@jawhara/contract';
import { accountId, PAYERMAX_CARD, type OrderId, type OrderedWith, type RechargeId } from '@jawhara/domain';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { sandboxControl } from './sandbox-control.ts';
import type { Called, Shop, Visitor } from './shop.ts';
import { TEST_BROWSER } from './test-browser.ts';

const RECHARGE_ID = 'gems-1060' as RechargeId;

const control = <Value>(shop: Shop, path: string, body: object): Promise<Value> =>
  sandboxControl(shop, 'payermax', path, body);

/** The token of a card typed into PayerMax's fields, which were opened with our session. */
export async function dropInCard(
  shop: Shop,
  visitor: Visitor,
  scenario: ScenarioKey,
  isAgreed = true,
): Promise<OrderedWith> {
  const { value, refusal } = await visitor.call(openCardSession, { rechargeId: RECHARGE_ID });
  if (!value) throw new Error(`no session: ${refusal}`);
  const { sessionKey } = value;
  const { paymentToken } = await control<{ paymentToken: string }>(shop, 'proofs', {
    scenario,
    sessionKey,
    isAgreed,
  });
  const agreed = isAgreed ? { keep: 'fields-ar-1' as const } : {};
  return { dropInToken: paymentToken, dropInSession: sessionKey, ...agreed };
}

export function payByPayermax(
  visitor: Visitor,
  card: OrderedWith,
  options: { requestId?: string; recipientId?: number } = {},
): Promise<Called<OrderPlaced>> {
  return visitor.call(
    createCoinPay,
    {
      rechargeId: RECHARGE_ID,
      recipientId: accountId(options.recipientId ?? 1001),
      payType: PAYERMAX_CARD,
      card,
      browser: TEST_BROWSER,
      repeatOf: ANY_REPEAT,
    },
    { 'x-request-id': options.requestId ?? randomUUID() },
  );
}

const tradeOf = (orderId: OrderId): string => `${orderId.replaceAll('-', '_')}_1`;

/** Acts as the payer on the provider's page. Returns the address to which the page sends the payer back. */
export async function atHostedPage(
  shop: Shop,
  orderId: OrderId,
  does: { answer: 'pay' | 'cancel'; scenario?: ScenarioKey; bank?: 'confirm' | 'refuse'; save?: boolean },
): Promise<URL> {
  const { returnUrl } = await control<{ returnUrl: string }>(shop, 'hosted', {
    outTradeNo: tradeOf(orderId),
    ...does,
  });
  return new URL(returnUrl);
}

export interface PayermaxBooks {
  readonly payments: readonly {
    readonly reference: string;
    readonly captured: number;
    readonly refunded: number;
  }[];
}

export async function payermaxBooks(shop: Shop): Promise<PayermaxBooks> {
  return (await fetch(`${shop.sandboxUrl}/_control/payermax/books`)).json() as Promise<PayermaxBooks>;
}

/** Refunds in PayerMax's own pages, so that the shop hears of it only from PayerMax. */
export async function refundAtPayermax(shop: Shop, orderId: OrderId): Promise<void> {
  await control(shop, 'refund', { paymentId: tradeOf(orderId) });
}
