import type { ProviderFields } from '@jawhara/contract';
import { cardProviderOf, type CardProvider, type PayType, type RechargeId } from '@jawhara/domain';
import { FIELDS_BY_PROVIDER } from './fields/fields-by-provider.ts';
import type { Opening } from './fields/card-fields.ts';

/** The provider whose fields take the card, with the configuration that opens them. */
export interface CardChannel extends Opening<unknown> {
  readonly provider: CardProvider;
}

/** Null when this shop has no card fields for that pay type. */
export function cardChannel(
  payType: PayType,
  site: ProviderFields,
  rechargeId: RechargeId | null,
): CardChannel | null {
  const provider = cardProviderOf(payType);
  const config = provider && FIELDS_BY_PROVIDER[provider].configIn(site);
  return provider && config ? { provider, config, rechargeId } : null;
}

/** Whether the provider's fields are separate frames in our boxes, each reporting its own state. */
export function channelHasSplitFields(channel: CardChannel | null): boolean {
  return channel !== null && FIELDS_BY_PROVIDER[channel.provider].hasSplitFields;
}

/** The provider shows its own page for the card, so there is nothing to type on ours. */
export function isHostedPage(channel: CardChannel | null): boolean {
  return channel !== null && FIELDS_BY_PROVIDER[channel.provider].isOwnPage(channel.config);
}
