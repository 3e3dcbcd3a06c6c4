import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';

/** How a browser reaches the hosted card fields of provider 13. The key is the public one. */
export interface CheckoutComFields {
  readonly scriptUrl: string;
  readonly publicKey: string;
  readonly environment: 'sandbox' | 'production';
}

export interface SiteConfig {
  readonly websiteVersion: string;
  readonly checkoutComFields: CheckoutComFields;
}

const packageInfoSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    website_version: v.string(),
    cko_fields: v.object({
      script_url: v.pipe(v.string(), v.url()),
      public_key: v.string(),
      environment: v.picklist(['sandbox', 'production']),
    }),
  }),
  v.transform((wire): SiteConfig => ({
    websiteVersion: wire.website_version,
    checkoutComFields: {
      scriptUrl: wire.cko_fields.script_url,
      publicKey: wire.cko_fields.public_key,
      environment: wire.cko_fields.environment,
    },
  })),
);

/** Remote configuration. The specification answers it as a text of JSON; an object carries that text here. */
export const readSiteConfig = endpoint({
  name: 'readSiteConfig',
  methods: ['POST'],
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
    (config: SiteConfig) => ({
      app_pkg_info: JSON.stringify({
        website_version: config.websiteVersion,
        cko_fields: {
          script_url: config.checkoutComFields.scriptUrl,
          public_key: config.checkoutComFields.publicKey,
          environment: config.checkoutComFields.environment,
        },
      }),
    }),
  ),
});
