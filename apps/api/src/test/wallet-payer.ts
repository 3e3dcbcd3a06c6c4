import { randomUUID } from 'node:crypto';
import {
  createCoinPay,
  openWalletSession,
  verifyWalletPay,
  type OrderPlaced,
  type WalletPaid,
} from '@jawhara/contract';
import { accountId, type OrderId, type PayType, type RechargeId } from '@jawhara/domain';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { walletToken } from './wallet-token.ts';
import { PAYABLE_HOST, type Called, type Shop, type Visitor } from './shop.ts';

export function openWalletOrder(
  visitor: Visitor,
  payType: PayType,
  options: {
    readonly requestId?: string;
    readonly recipientId?: number;
    readonly rechargeId?: string;
    readonly repeatOf?: OrderId | null;
  } = {},
): Promise<Called<OrderPlaced>> {
  const { repeatOf = ANY_REPEAT } = options;
  return visitor.call(
    createCoinPay,
    {
      rechargeId: (options.rechargeId ?? 'gems-1060') as RechargeId,
      recipientId: accountId(options.recipientId ?? 1001),
      payType,
      card: { walletSheet: true },
      ...(repeatOf === null ? {} : { repeatOf }),
    },
    { 'x-request-id': options.requestId ?? randomUUID() },
  );
}

export function openSheet(
  visitor: Visitor,
  orderId: OrderId,
  domain: string = PAYABLE_HOST,
): Promise<Called<{ sessionJson: string }>> {
  return visitor.call(openWalletSession, { orderId, domain });
}

/** The payer agrees in the wallet's payment sheet, and the page sends the sheet's token. */
export async function agree(
  shop: Shop,
  visitor: Visitor,
  orderId: OrderId,
  how: { readonly scenario?: ScenarioKey; readonly token?: string } = {},
): Promise<Called<WalletPaid>> {
  const token = how.token ?? (await walletToken(shop.sandboxUrl, how.scenario ?? 'approve'));
  return visitor.call(verifyWalletPay, { orderId, walletToken: token, methodType: 'debit' });
}
