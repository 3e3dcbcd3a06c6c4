import type { SiteConfig } from '@jawhara/contract';
import {
  ADYEN_CARD,
  cardChannelsFor,
  CHECKOUT_COM_CARD,
  PAYERMAX_CARD,
  type GrayVisitor,
  type PayType,
} from '@jawhara/domain';

export type ChannelConfig = Pick<
  SiteConfig,
  'adyenCard' | 'cardHiddenPlatforms' | 'failingProviders' | 'adyenFields' | 'payermaxFields'
>;

/** Until the configuration is there, everybody has what everybody has always had. */
export const CHANNELS_UNKNOWN: readonly PayType[] = [CHECKOUT_COM_CARD];

/** Whose fields can take a new card of this visitor, the one to try first in front. Without fields in this shop nobody can. */
export function newCardChannels(config: ChannelConfig, visitor: GrayVisitor, platform: string): PayType[] {
  return cardChannelsFor({
    adyenCard: config.adyenCard,
    visitor,
    platform,
    hiddenPlatforms: config.cardHiddenPlatforms,
    failing: config.failingProviders,
  }).filter((payType) => {
    if (payType === ADYEN_CARD) return config.adyenFields !== null;
    return payType !== PAYERMAX_CARD || config.payermaxFields !== null;
  });
}
