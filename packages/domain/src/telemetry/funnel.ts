import type { RechargeId } from '../gem-pack/gem-pack.ts';
import type { UsdCents } from '../money.ts';
import type { OrderId } from '../order/order.ts';
import { providerOf, type PayType } from '../pay-type/pay-type.ts';
import { PROVIDER_NUMBERS, PROVIDERS } from '../provider/providers.ts';
import type { DisplayId } from '../recipient/display-id.ts';

/** Steps of a purchase that pages report, by their names on the wire, in the payer's order. */
export const FUNNEL_STEPS = [
  'page_show',
  'item_click',
  'channel_click',
  'recharge_click',
  'create_pay_result',
  'result_show',
] as const;

export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** A payer's step, with the facts of the purchase known at that moment. */
export interface FunnelMoment {
  readonly step: FunnelStep;
  /** The page, or the checkout's step, where it happened. */
  readonly at: string;
  readonly amount?: UsdCents | null;
  readonly gems?: number | null;
  readonly goodId?: RechargeId | null;
  readonly payType?: PayType | null;
  /** The display id of the account, set if it is not the chosen recipient: the account of a fine, or of an order. */
  readonly toDisplayId?: DisplayId | null;
  readonly orderId?: OrderId | null;
  /** The result: the answer to the payment request, or how the payment ended. */
  readonly result?: string;
}

/**
 * The provider's name, because people who read the funnel's numbers do not know pay type numbers. Empty before a pay type is
 * chosen.
 */
export function funnelProvider(payType: PayType | null): string {
  const provider = payType === null ? null : providerOf(payType);
  return provider === null ? '' : PROVIDERS[provider].folder;
}

/** Every value that `funnelProvider` can return. */
export const FUNNEL_PROVIDERS: readonly string[] = PROVIDER_NUMBERS.map(
  (provider) => PROVIDERS[provider].folder,
);

/** The first match counts: an iPad names a Macintosh, and Android names Linux. */
const DEVICES = [
  ['ios', /iPhone|iPad|iPod/],
  ['android', /Android/],
  ['pc', /Windows|Macintosh|Linux|CrOS/],
] as const;

export type FunnelDevice = (typeof DEVICES)[number][0] | 'other';

export const FUNNEL_DEVICES: readonly FunnelDevice[] = [...DEVICES.map(([kind]) => kind), 'other'];

export function funnelDevice(userAgent: string): FunnelDevice {
  return DEVICES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}

/** The event name of an uncaught error, as pages send it and operators search for it. */
export const ERROR_EVENT = 'uncaught_error';
