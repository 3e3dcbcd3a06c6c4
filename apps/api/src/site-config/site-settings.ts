import { APP_ADDRESS, DEFAULT_SITE_CONFIG, type ProviderFields, type SiteConfig } from '@jawhara/contract';
import {
  accountId,
  isPayType,
  isWallet,
  LOCAL_CURRENCIES,
  readWalletType,
  type ExchangeRates,
  type LocalCurrency,
  type PayType,
} from '@jawhara/domain';
import * as v from 'valibot';

const MICROS = 1_000_000;
const rate = v.optional(
  v.pipe(
    v.number(),
    v.minValue(0.000_1),
    v.maxValue(100_000),
    v.transform((perUsd) => Math.round(perUsd * MICROS)),
  ),
);

/**
 * Exchange rates such as `{ "asOf": "2026-11-16T06:00:00Z", "perUsd": { "SAR": 3.75 } }`: the value of a dollar, and
 * when it had that value.
 */
export const exchangeRatesPart = v.pipe(
  v.strictObject({
    asOf: v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text)),
    ),
    perUsd: v.strictObject(
      Object.fromEntries(LOCAL_CURRENCIES.map((currency) => [currency, rate])) as Record<
        LocalCurrency,
        typeof rate
      >,
    ),
  }),
  v.transform(({ asOf, perUsd }) => ({ asOf, microsPerUsd: perUsd }) as ExchangeRates),
);

/** The part of the site's configuration that an operator publishes. The rest depends on the deployment and the visitor. */
export type SiteSettings = Omit<
  SiteConfig,
  keyof ProviderFields | 'grayValue' | 'failingProviders' | 'googlePay'
>;

const ratio = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000));
const whitelist = v.optional(
  v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(accountId))),
  [],
);
const release = v.strictObject({ ratio, whitelist });
const link = v.optional(v.nullable(v.pipe(v.string(), v.url(), v.startsWith('https://'))), null);
const texts = v.array(v.string());
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

const PARTS = {
  websiteVersion: v.pipe(v.string(), v.regex(/^\d+(\.\d+){0,3}$/)),
  repurchaseRatio: v.nullable(ratio),
  newCardFlow: release,
  adyenCard: release,
  walletChannels: v.array(
    v.strictObject({
      payType: v.pipe(
        v.number(),
        v.check((code) => isPayType(code) && isWallet(code)),
        v.transform((code) => code as PayType),
      ),
      ratio,
      whitelist,
    }),
  ),
  walletSheet: v.strictObject({
    countryCode: v.string(),
    currencyCode: v.string(),
    networks: texts,
    capabilities: texts,
    totalLabel: v.string(),
    displayName: v.string(),
    merchantIdentifier: v.string(),
  }),
  cardHiddenPlatforms: texts,
  appLinks: v.strictObject({
    android: link,
    huawei: link,
    apple: link,
    google: link,
    alternative: link,
    open: v.optional(v.nullable(v.pipe(v.string(), v.regex(APP_ADDRESS))), null),
  }),
  support: v.strictObject({
    whatsapp: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^\+\d{8,15}$/))), null),
    email: v.optional(v.nullable(v.pipe(v.string(), v.email())), null),
    replyHours: v.optional(v.nullable(positive), null),
  }),
  usualTimes: v.strictObject({
    resultSeconds: v.optional(v.nullable(positive), null),
    slowBankSeconds: v.optional(v.nullable(positive), null),
  }),
  isVatIncluded: v.boolean(),
};

/** Settings for the list of packs, which are in the same row as the others. */
const PACK_PARTS = {
  recommended: v.array(positive),
  extraRecommended: v.nullable(positive),
  payGroup: v.string(),
  exchangeRates: v.nullable(exchangeRatesPart),
};

/** The names of all parts that can be published, in the order in which they are shown. */
export const PART_NAMES: readonly string[] = Object.keys({ ...PARTS, ...PACK_PARTS });

const publishable = v.partial(v.strictObject({ ...PARTS, ...PACK_PARTS }));

/** The names of parts that are wrong or unknown. This check is strict, because it is made before publishing. */
export function wrongPartsOf(settings: unknown): string[] {
  const result = v.safeParse(publishable, settings);
  return result.success ? [] : [...new Set(result.issues.map((issue) => v.getDotPath(issue) ?? 'settings'))];
}

/** An unknown wallet is read as the default one. An invalid share becomes NaN, and then no channel is chosen. */
const storedWalletChannels = v.array(
  v.object({
    payType: v.pipe(
      v.number(),
      v.transform((code) => readWalletType(code).payType),
    ),
    ratio: v.fallback(ratio, Number.NaN),
    whitelist: v.fallback(whitelist, []),
  }),
);

const storedCodes = v.object({ walletChannels: v.array(v.object({ payType: v.number() })) });

/** The pay types of the wallets in the stored settings, also of unknown ones. */
export function walletCodesIn(stored: unknown): number[] {
  const reading = v.safeParse(storedCodes, stored);
  return reading.success ? reading.output.walletChannels.map(({ payType }) => payType) : [];
}

/** The rules for stored settings are more lenient than those for publishing, because stored ones may be older. */
const STORED_PARTS = { ...PARTS, walletChannels: storedWalletChannels };

/** Reads stored settings for payers. It is lenient: a missing or broken part counts as not set. */
export function readSettings(stored: unknown): SiteSettings {
  const storedParts =
    typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const part = <Name extends keyof SiteSettings>(name: Name): SiteSettings[Name] => {
    const result = v.safeParse<v.GenericSchema<unknown, unknown>>(STORED_PARTS[name], storedParts[name]);
    return result.success ? (result.output as SiteSettings[Name]) : DEFAULT_SITE_CONFIG[name];
  };
  return {
    websiteVersion: part('websiteVersion'),
    repurchaseRatio: part('repurchaseRatio'),
    newCardFlow: part('newCardFlow'),
    adyenCard: part('adyenCard'),
    walletChannels: part('walletChannels'),
    walletSheet: part('walletSheet'),
    cardHiddenPlatforms: part('cardHiddenPlatforms'),
    appLinks: part('appLinks'),
    support: part('support'),
    usualTimes: part('usualTimes'),
    isVatIncluded: part('isVatIncluded'),
  };
}
