import type { AdyenFields, CheckoutComFields, PayermaxFields, SiteConfig } from '@jawhara/contract';
import { providerOf, type PayType, type RechargeId } from '@jawhara/domain';

/** Whose fields take the card, with all it needs to open them. */
export type CardChannel =
  | { readonly provider: 13; readonly config: CheckoutComFields }
  | { readonly provider: 17; readonly config: AdyenFields }
  | { readonly provider: 6; readonly config: PayermaxFields; readonly rechargeId: RechargeId | null };

export type DropInChannel = Extract<CardChannel, { provider: 6 }>;

export type FieldsConfig = Pick<SiteConfig, 'checkoutComFields' | 'adyenFields' | 'payermaxFields'>;

/** Null when this shop has no fields for that pay type. */
export function cardChannel(
  payType: PayType,
  { checkoutComFields, adyenFields, payermaxFields }: FieldsConfig,
  rechargeId: RechargeId | null,
): CardChannel | null {
  switch (providerOf(payType)) {
    case 13:
      return { provider: 13, config: checkoutComFields };
    case 17:
      return adyenFields && { provider: 17, config: adyenFields };
    case 6:
      return payermaxFields && { provider: 6, config: payermaxFields, rechargeId };
    default:
      return null;
  }
}

/** The provider shows its own page for the card, so there is nothing to type on ours. */
export function isHostedPage(channel: CardChannel): boolean {
  return channel.provider === 6 && channel.config.shows === 'hosted-page';
}
