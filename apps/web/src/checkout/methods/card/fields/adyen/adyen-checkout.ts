import { AdyenCheckout, type CoreConfiguration } from '@adyen/adyen-web';
import type { AdyenFields } from '@jawhara/contract';
import type { Locale } from '@jawhara/domain';
import { pageLocale } from '../../../../../words/word.ts';

/** The provider's library has no plain `en`: this is its English. */
const ADYEN_LOCALES: Readonly<Record<Locale, string>> = { ar: 'ar', en: 'en-US' };

type Checkout = Awaited<ReturnType<typeof AdyenCheckout>>;

/** If a shop has its own address for the provider, the provider's script loads everything from there. */
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

/** The provider's library, configured for this shop. It reports nothing to the provider beyond what its fields need. */
export function adyenCheckout(
  config: AdyenFields,
  more: Pick<CoreConfiguration, 'onAdditionalDetails' | 'onError'> = {},
): Promise<Checkout> {
  return AdyenCheckout({
    clientKey: config.clientKey,
    environment: config.environment,
    locale: ADYEN_LOCALES[pageLocale()],
    countryCode: 'SA',
    analytics: { enabled: false },
    ...more,
    ...environmentUrls(config),
  });
}
