import type { ProviderFields, SiteConfig } from '@jawhara/contract';
import {
  ADYEN,
  cardChannelsFor,
  cardPayTypeOf,
  cardProviderOf,
  CHECKOUT_COM_CARD,
  whitelistedAt,
  type GrayVisitor,
  type PayType,
} from '@jawhara/domain';
import { FIELDS_BY_PROVIDER } from '../methods/card/fields/fields-by-provider.ts';

export type ChannelConfig = ProviderFields &
  Pick<SiteConfig, 'adyenCard' | 'newCardFlow' | 'cardHiddenPlatforms' | 'failingProviders'>;

/** The channel that every visitor has until the configuration is loaded. */
export const CHANNELS_UNKNOWN: readonly PayType[] = [CHECKOUT_COM_CARD];

/** Channels whose fields can take a new card of this visitor, the first to try in front; only those with fields in this shop. */
export function newCardChannels(config: ChannelConfig, visitor: GrayVisitor, platform: string): PayType[] {
  const hasFields = (payType: PayType): boolean => {
    const provider = cardProviderOf(payType);
    return provider !== null && FIELDS_BY_PROVIDER[provider].configIn(config) !== null;
  };
  const releases = { [ADYEN]: config.adyenCard };
  // A visitor on the whitelist of a channel gets that channel, even while it is failing, where this shop has its fields.
  const forced = whitelistedAt(releases, visitor).map(cardPayTypeOf).find(hasFields) ?? null;
  return cardChannelsFor({
    releases,
    newCardFlow: config.newCardFlow,
    visitor,
    platform,
    hiddenPlatforms: config.cardHiddenPlatforms,
    failing: config.failingProviders,
    forced,
  }).filter(hasFields);
}
