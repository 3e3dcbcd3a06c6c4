import type { ProviderFields } from '@jawhara/contract';
import { cardProviderOf, type CardProvider, type PayType, type RechargeId } from '@jawhara/domain';
import { useState } from 'react';
import { FIELDS_BY_PROVIDER } from './fields/fields-by-provider.ts';
import type { Opening } from './fields/hosted-fields.ts';
import type { SiteConfigState } from '../../../api/use-site-config.ts';

/** Whose fields take the card, with all it needs to open them. */
export interface CardChannel extends Opening<unknown> {
  readonly provider: CardProvider;
}

/** Null when this shop has no fields for that pay type. */
export function cardChannel(
  payType: PayType,
  site: ProviderFields,
  rechargeId: RechargeId | null,
): CardChannel | null {
  const provider = cardProviderOf(payType);
  const config = provider && FIELDS_BY_PROVIDER[provider].configIn(site);
  return provider && config ? { provider, config, rechargeId } : null;
}

/** Its fields stand in boxes that we draw, and each tells of itself. */
export function channelHasSplitFields(channel: CardChannel | null): boolean {
  return channel !== null && FIELDS_BY_PROVIDER[channel.provider].hasSplitFields;
}

/** The provider shows its own page for the card, so there is nothing to type on ours. */
export function isHostedPage(channel: CardChannel | null): boolean {
  return channel !== null && FIELDS_BY_PROVIDER[channel.provider].isOwnPage(channel.config);
}

/** The first configuration that came: a newer one would open the fields anew, and what is typed in them would be gone. */
export function useSteadyConfig(config: SiteConfigState): SiteConfigState {
  const [steady, setSteady] = useState(config);
  if (steady.kind === 'ready' || steady.kind === config.kind) return steady;
  setSteady(config);
  return config;
}
