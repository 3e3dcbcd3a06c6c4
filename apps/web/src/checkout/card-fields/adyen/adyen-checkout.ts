import { AdyenCheckout, type CoreConfiguration } from '@adyen/adyen-web';
import type { AdyenFields } from '@jawhara/contract';

type Checkout = Awaited<ReturnType<typeof AdyenCheckout>>;

/** Where a shop has its own address for the provider, everything its script fetches comes from there. */
function environmentUrls({ apiUrl }: AdyenFields): object {
  if (apiUrl === null) return {};
  const api = apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`;
  return {
    _environmentUrls: {
      api,
      analytics: new URL('/checkoutanalytics/', api).href,
      cdn: { images: api, translations: api },
    },
  };
}

/** The provider's library, set up for this shop. Nothing is reported to the provider beyond what its fields need. */
export function adyenCheckout(
  config: AdyenFields,
  more: Pick<CoreConfiguration, 'onAdditionalDetails' | 'onError'> = {},
): Promise<Checkout> {
  return AdyenCheckout({
    clientKey: config.clientKey,
    environment: config.environment,
    locale: 'ar',
    countryCode: 'SA',
    analytics: { enabled: false },
    ...more,
    ...environmentUrls(config),
  });
}
