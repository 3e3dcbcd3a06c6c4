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

/** Until the configuration is there, everybody has what everybody has always had. */
export const CHANNELS_UNKNOWN: readonly PayType[] = [CHECKOUT_COM_CARD];

/** Whose fields can take a new card of this visitor, the one to try first in front. Without fields in this shop nobody can. */
export function newCardChannels(config: ChannelConfig, visitor: GrayVisitor, platform: string): PayType[] {
  const hasFields = (payType: PayType): boolean => {
    const provider = cardProviderOf(payType);
    return provider !== null && FIELDS_BY_PROVIDER[provider].configIn(config) !== null;
  };
  const releases = { [ADYEN]: config.adyenCard };
  // Whoever is on the list of a channel gets that channel, in good and in bad hours, where this shop has it.
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
