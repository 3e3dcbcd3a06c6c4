import type { RechargeId } from '../gem-pack/gem-pack.ts';
import type { UsdCents } from '../money.ts';
import type { OrderId } from '../order/order.ts';
import { providerOf, type PayType } from '../pay-type/pay-type.ts';
import { PROVIDER_NUMBERS, PROVIDERS } from '../provider/providers.ts';
import type { DisplayId } from '../recipient/display-id.ts';

/** Steps of a purchase that pages report, by the names on the wire and in the order a payer comes by them. */
export const FUNNEL_STEPS = [
  'page_show',
  'item_click',
  'channel_click',
  'recharge_click',
  'create_pay_result',
  'result_show',
] as const;

export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** A step of a payer, with the known facts of the purchase at that moment. */
export interface FunnelMoment {
  readonly step: FunnelStep;
  /** The page, or the step of the checkout, where it happened. */
  readonly at: string;
  readonly amount?: UsdCents | null;
  readonly gems?: number | null;
  readonly goodId?: RechargeId | null;
  readonly payType?: PayType | null;
  /** Where it is not the recipient who stands chosen: the account of a fine, or of an order. */
  readonly toDisplayId?: DisplayId | null;
  readonly orderId?: OrderId | null;
  /** The result: how the request to pay was answered, or how the payment ended. */
  readonly result?: string;
}

/** The provider's name for a pay type, because readers of the funnel do not know the numbers. Empty before a pay type is chosen. */
export function funnelProvider(payType: PayType | null): string {
  const provider = payType === null ? null : providerOf(payType);
  return provider === null ? '' : PROVIDERS[provider].folder;
}

/** Every word that `funnelProvider` can say of somebody. */
export const FUNNEL_PROVIDERS: readonly string[] = PROVIDER_NUMBERS.map(
  (provider) => PROVIDERS[provider].folder,
);

/** The first that fits: a tablet of Apple's calls itself a Macintosh, and Android's a Linux. */
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

/** The event of a fault that nobody caught, as pages send it and operators look for it. */
export const ERROR_EVENT = 'uncaught_error';
