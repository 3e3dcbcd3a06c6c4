import type { GooglePayGateway, SiteConfig } from '@jawhara/contract';
import { cardProviderOf, takesGooglePay, type PayType } from '@jawhara/domain';
import { hasApplePay } from '../../browser/has-apple-pay.ts';

/**
 * For whom Google Pay would seal this visitor's card: whoever would be tried first with a card that is typed, of those who take it
 * so. Null: nobody, or the device has a wallet of its own, which comes first.
 */
export function googlePayGateway(
  site: Pick<SiteConfig, 'googlePay'> | null,
  cardChannels: readonly PayType[],
): GooglePayGateway | null {
  const { googlePay } = site ?? { googlePay: null };
  if (googlePay === null || hasApplePay()) return null;
  const found = cardChannels
    .filter(takesGooglePay)
    .flatMap((payType) => googlePay.gateways.filter(({ provider }) => provider === cardProviderOf(payType)));
  return found[0] ?? null;
}
