import { AdyenCheckout, type CoreConfiguration } from '@adyen/adyen-web';
import type { AdyenFields } from '@jawhara/contract';
import type { Locale, PayerProof } from '@jawhara/domain';
import { pageLocale } from '../../../../../words/word.ts';
import type { CheckHandlers, ScriptedCheck } from '../card-fields.ts';

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

type Action = Parameters<Awaited<ReturnType<typeof adyenCheckout>>['createFromAction']>[0];

/** The challenge window's size: our page's full width, as high as needed. */
const CHALLENGE_WINDOW_FULL = '05';

function proofIn(details: unknown): PayerProof | null {
  if (typeof details !== 'object' || details === null) return null;
  const { threeDSResult, redirectResult } = details as Record<string, unknown>;
  if (typeof threeDSResult === 'string') return { threeDsResult: threeDSResult };
  return typeof redirectResult === 'string' ? { redirectResult } : null;
}

/**
 * Passes the provider's action to its script, which checks the browser or shows the bank's challenge. The script's result goes to
 * our server, because only the provider can decide whether it is an approval.
 */
export async function openNativeCheck(
  config: AdyenFields,
  action: string,
  element: HTMLElement,
  { onProof, onFailed }: CheckHandlers,
): Promise<ScriptedCheck> {
  const checkout = await adyenCheckout(config, {
    onAdditionalDetails: ({ data }) => onProof(proofIn(data.details)),
    onError: onFailed,
  });
  const check = checkout.createFromAction(JSON.parse(action) as Action, {
    challengeWindowSize: CHALLENGE_WINDOW_FULL,
  });
  check.mount(element);
  return { close: () => void check.unmount() };
}
