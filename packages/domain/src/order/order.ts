import type { AccountId } from '../account/account.ts';
import type { Brand } from '../brand.ts';
import type { RechargeId } from '../gem-pack/gem-pack.ts';
import type { UsdCents } from '../money.ts';
import type { RefusalOutcome } from '../outcome/outcome.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import type { OrderState } from './order-state.ts';

/** How the payer authenticates with the bank. */
export type Challenge =
  /** The bank's page, in a frame of ours or in place of our page. */
  | { readonly way: 'frame' | 'page'; readonly url: string }
  /** The provider's own script shows the bank's check; `action` is the script's input, passed on unparsed. */
  | { readonly way: 'native'; readonly action: string };

/**
 * The result that the payer's browser brings back from the bank's check. It does not say whether the order is paid: only the
 * provider can read it.
 */
export type PayerProof = { readonly threeDsResult: string } | { readonly redirectResult: string };

/** A time-ordered UUID. */
export type OrderId = Brand<string, 'OrderId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isOrderId(text: string): text is OrderId {
  return UUID.test(text);
}

/** When an order was created: its id begins with the milliseconds. */
export function orderMadeAt(id: OrderId): Date {
  return new Date(Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16));
}

/** The purpose of an order. A fine brings no gems: it lifts the recipient's ban. */
export const ORDER_PURPOSES = ['gems', 'fine'] as const;

export type OrderPurpose = (typeof ORDER_PURPOSES)[number];

export interface Order {
  readonly id: OrderId;
  readonly purpose: OrderPurpose;
  readonly recipientId: AccountId;
  /** The pack that was bought; null for a fine. */
  readonly rechargeId: RechargeId | null;
  readonly priceUsdCents: UsdCents;
  readonly gems: number;
  readonly bonusGems: number;
  readonly payType: PayType;
  readonly provider: ProviderNumber;
  readonly state: OrderState;
  readonly outcome: RefusalOutcome | null;
  readonly reasonCode: string | null;
  /** How the payer authenticates with the bank, while the order waits for that. */
  readonly challenge: Challenge | null;
  /**
   * An operator has to decide about the received amount, which is not the price or was reported differently; nothing is delivered
   * before.
   */
  readonly isHeld: boolean;
  readonly createdAt: Date;
  /** When the order was delivered: the gems credited, or the ban lifted. */
  readonly creditedAt: Date | null;
}
