import { randomUUID } from 'node:crypto';
import { createCoinPay, type OrderPlaced } from '@jawhara/contract';
import {
  accountId,
  ADYEN_CARD,
  type OrderId,
  type PayAnswer,
  type PayerProof,
  type OrderedWith,
  type RechargeId,
} from '@jawhara/domain';
import type { AdyenScenario } from '../../../sandbox/src/adyen/adyen-cards.ts';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { sandboxControl } from './sandbox-control.ts';
import type { Called, Shop, Visitor } from './shop.ts';
import { TEST_BROWSER } from './test-browser.ts';

const atAdyen = <Value>(shop: Shop, path: string, body: object): Promise<Value> =>
  sandboxControl(shop, 'adyen', path, body);

/** An encrypted card, as Adyen's card fields return it. */
export async function sealedCard(
  shop: Shop,
  scenario: AdyenScenario,
): Promise<Extract<OrderedWith, { encryptedCard: object }>> {
  const sealed = await atAdyen<Record<string, string>>(shop, 'proofs', { scenario });
  return {
    encryptedCard: {
      number: sealed['encryptedCardNumber'] ?? '',
      expiryMonth: sealed['encryptedExpiryMonth'] ?? '',
      expiryYear: sealed['encryptedExpiryYear'] ?? '',
      securityCode: sealed['encryptedSecurityCode'] ?? '',
      holderName: 'A PAYER',
    },
    keep: 'ask',
  };
}

export async function sealedCvv(shop: Shop): Promise<string> {
  const sealed = await atAdyen<Record<string, string>>(shop, 'proofs', {
    scenario: 'approve',
    cvvOnly: true,
  });
  return sealed['encryptedSecurityCode'] ?? '';
}

export function payByAdyen(
  visitor: Visitor,
  card: OrderedWith,
  options: { readonly requestId?: string; readonly recipientId?: number } = {},
): Promise<Called<OrderPlaced>> {
  return visitor.call(
    createCoinPay,
    {
      rechargeId: 'gems-1060' as RechargeId,
      recipientId: accountId(options.recipientId ?? 1001),
      payType: ADYEN_CARD,
      card,
      browser: TEST_BROWSER,
      repeatOf: ANY_REPEAT,
    },
    { 'x-request-id': options.requestId ?? randomUUID() },
  );
}

/** Acts as the payer at the bank's challenge. Returns the proof that the payer's browser brings back. */
export async function answerBank(shop: Shop, answer: PayAnswer, pass: boolean): Promise<PayerProof> {
  if (answer.kind !== 'challenge') throw new Error(`the bank asks nothing: ${answer.kind}`);
  const authorisationToken =
    answer.way === 'native'
      ? (JSON.parse(answer.action) as { authorisationToken: string }).authorisationToken
      : new URL(answer.url).searchParams.get('pa');
  const said = await atAdyen<{ threeDSResult?: string; redirectResult?: string }>(shop, 'threeds', {
    authorisationToken,
    pass,
  });
  return said.threeDSResult === undefined
    ? { redirectResult: said.redirectResult ?? '' }
    : { threeDsResult: said.threeDSResult };
}

interface AdyenPayment {
  readonly id: string;
  readonly reference: string;
  readonly captured: number;
  readonly refunded: number;
}

export async function adyenPayments(shop: Shop, orderId: OrderId): Promise<AdyenPayment[]> {
  const answer = await fetch(`${shop.sandboxUrl}/_control/adyen/books`);
  const { payments } = (await answer.json()) as { payments: AdyenPayment[] };
  return payments.filter(({ reference }) => reference === orderId);
}

/** Has the payer's bank take the money back (a chargeback). */
export async function chargeBack(shop: Shop, orderId: OrderId): Promise<void> {
  const [payment] = await adyenPayments(shop, orderId);
  await atAdyen(shop, 'dispute', { paymentId: payment?.id, stage: 'opened' });
}
