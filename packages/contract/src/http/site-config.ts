import {
  isPayType,
  isWallet,
  NOBODY,
  PROVIDER_NUMBERS,
  type AccountId,
  type GrayRelease,
  type PayType,
  type ProviderNumber,
  type WalletChannel,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireAccountId } from '../wire-types.ts';
import { googlePaySite, type GooglePaySite } from './google-pay.ts';
import {
  appLinkFields,
  NO_APP_LINKS,
  NO_SUPPORT,
  NO_USUAL_TIMES,
  readAppLinks,
  supportSchema,
  usualTimesSchema,
  writeAppLinks,
  writeSupport,
  writeUsualTimes,
  type AppLinks,
  type SupportChannels,
  type UsualTimes,
} from './site-config-parts.ts';
import {
  providerFieldsEntries,
  readProviderFields,
  writeProviderFields,
  type ProviderFields,
} from '../card-fields/provider-fields.ts';
import {
  DEFAULT_WALLET_SHEET,
  walletSheetSchema,
  writeWalletSheet,
  type WalletSheet,
} from './wallet-sheet.ts';

export interface SiteConfig extends ProviderFields {
  readonly websiteVersion: string;
  /** Providers that give no answers at the moment: a new card goes to another one, where that is allowed. */
  readonly failingProviders: readonly ProviderNumber[];
  /** The visitor's gray value, 0 to 99, which decides which gradual releases reach them; null from a server that sends none. */
  readonly grayValue: number | null;
  readonly repurchaseRatio: number | null;
  readonly newCardFlow: GrayRelease;
  readonly adyenCard: GrayRelease;
  readonly walletChannels: readonly WalletChannel[];
  readonly walletSheet: WalletSheet;
  /** Null: this deployment does not offer Google Pay. */
  readonly googlePay: GooglePaySite | null;
  readonly cardHiddenPlatforms: readonly string[];
  readonly appLinks: AppLinks;
  readonly support: SupportChannels;
  readonly usualTimes: UsualTimes;
  /** The prices include value added tax, which the page shows. */
  readonly isVatIncluded: boolean;
}

const number = v.union([
  v.pipe(
    v.number(),
    v.check((instantMs: number) => Number.isFinite(instantMs)),
  ),
  v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,4})?$/), v.transform(Number)),
]);
const ratio = v.fallback(number, 0);
const whitelist = v.fallback(v.array(wireAccountId), []);

const walletChannel = v.pipe(
  v.object({
    pay_type: v.pipe(
      v.number(),
      v.check((code) => isPayType(code) && isWallet(code)),
      v.transform((code) => code as PayType),
    ),
    // An invalid share becomes NaN, so that no channel is chosen at all.
    gray_ratio: v.fallback(number, Number.NaN),
    whitelist,
  }),
  v.transform((wire): WalletChannel => ({
    payType: wire.pay_type,
    ratio: wire.gray_ratio,
    whitelist: wire.whitelist,
  })),
);

/** An invalid field gets its default; the other fields are read as sent. */
const packageInfoSchema = v.pipe(
  v.string(),
  v.parseJson(),
  // `v.object` accepts a list, and then every part would get its default.
  v.check((info) => !Array.isArray(info)),
  v.object({
    website_version: v.fallback(v.string(), '0.0.0'),
    ...providerFieldsEntries,
    failing_providers: v.fallback(v.array(v.picklist(PROVIDER_NUMBERS)), []),
    gray_value: v.fallback(
      v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(99))),
      null,
    ),
    ABtest_repurchase_ratio: v.fallback(v.nullable(number), null),
    cko_new_rate: ratio,
    cko_new_whitelist: whitelist,
    adyen_card_ratio: ratio,
    adyen_card_whitelist: whitelist,
    applepay_config: v.fallback(v.array(walletChannel), []),
    adyen_applepay_config: v.fallback(walletSheetSchema, DEFAULT_WALLET_SHEET),
    google_pay: v.fallback(v.nullable(googlePaySite.schema), null),
    cko_hidden_platforms: v.fallback(v.array(v.string()), []),
    ...appLinkFields,
    support: v.fallback(supportSchema, NO_SUPPORT),
    usual_times: v.fallback(usualTimesSchema, NO_USUAL_TIMES),
    vat_included: v.fallback(v.boolean(), false),
  }),
  v.transform((wire): SiteConfig => ({
    websiteVersion: wire.website_version,
    cardFields: readProviderFields(wire),
    failingProviders: wire.failing_providers,
    grayValue: wire.gray_value,
    repurchaseRatio: wire.ABtest_repurchase_ratio,
    newCardFlow: { ratio: wire.cko_new_rate, whitelist: wire.cko_new_whitelist },
    adyenCard: { ratio: wire.adyen_card_ratio, whitelist: wire.adyen_card_whitelist },
    walletChannels: wire.applepay_config,
    walletSheet: wire.adyen_applepay_config,
    googlePay: wire.google_pay,
    cardHiddenPlatforms: wire.cko_hidden_platforms,
    appLinks: readAppLinks(wire),
    support: wire.support,
    usualTimes: wire.usual_times,
    isVatIncluded: wire.vat_included,
  })),
);

const plain = (ids: readonly AccountId[]): number[] => ids.map(Number);

function writePackageInfo(config: SiteConfig): string {
  return JSON.stringify({
    website_version: config.websiteVersion,
    ...writeProviderFields(config),
    failing_providers: config.failingProviders,
    gray_value: config.grayValue,
    ABtest_repurchase_ratio: config.repurchaseRatio,
    cko_new_rate: config.newCardFlow.ratio,
    cko_new_whitelist: plain(config.newCardFlow.whitelist),
    adyen_card_ratio: config.adyenCard.ratio,
    adyen_card_whitelist: plain(config.adyenCard.whitelist),
    applepay_config: config.walletChannels.map((channel) => ({
      pay_type: channel.payType,
      gray_ratio: channel.ratio,
      whitelist: plain(channel.whitelist),
    })),
    adyen_applepay_config: writeWalletSheet(config.walletSheet),
    google_pay: config.googlePay && googlePaySite.write(config.googlePay),
    cko_hidden_platforms: config.cardHiddenPlatforms,
    ...writeAppLinks(config.appLinks),
    support: writeSupport(config.support),
    usual_times: writeUsualTimes(config.usualTimes),
    vat_included: config.isVatIncluded,
  });
}

/** The settings before an operator has set any. */
export const DEFAULT_SITE_CONFIG: Omit<SiteConfig, keyof ProviderFields> = {
  websiteVersion: '0.0.0',
  failingProviders: [],
  grayValue: null,
  repurchaseRatio: null,
  newCardFlow: NOBODY,
  adyenCard: NOBODY,
  walletChannels: [],
  walletSheet: DEFAULT_WALLET_SHEET,
  googlePay: null,
  cardHiddenPlatforms: [],
  appLinks: NO_APP_LINKS,
  support: NO_SUPPORT,
  usualTimes: NO_USUAL_TIMES,
  isVatIncluded: false,
};

/** Remote configuration. The specification returns it as JSON text; here that text is a field of the answer. */
export const readSiteConfig = endpoint({
  name: 'readSiteConfig',
  methods: ['POST'],
  changes: false,
  path: '/api/sys/config/',
  request: codec(
    v.pipe(
      v.object({
        channel: v.literal('app_pkg_info'),
        pure: v.optional(v.union([v.literal(1), v.literal('1')])),
      }),
      v.transform(() => ({})),
    ),
    () => ({ channel: 'app_pkg_info' as const, pure: 1 as const }),
  ),
  answer: codec(
    v.pipe(
      v.object({ app_pkg_info: packageInfoSchema }),
      v.transform((wire) => wire.app_pkg_info),
    ),
    (config: SiteConfig) => ({ app_pkg_info: writePackageInfo(config) }),
  ),
});
