import * as v from 'valibot';

/** Shapes of settings that several providers have. */
export const urlSetting = v.pipe(v.string(), v.url());

/** Keys of several lines travel in base64. */
export const pemSetting = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
  v.startsWith('-----BEGIN '),
);

const APPLE_GATEWAY = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';

/** A merchant identity of our own at Apple: it opens the sheets of providers that do not lend us theirs. */
export const merchantIdentitySettings = {
  APPLE_PAY_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  APPLE_PAY_CERTIFICATE: v.optional(pemSetting),
  APPLE_PAY_KEY: v.optional(pemSetting),
  APPLE_PAY_GATEWAY_URL: v.optional(v.pipe(urlSetting, v.startsWith('https://')), APPLE_GATEWAY),
  APPLE_PAY_GATEWAY_AUTHORITY: v.optional(pemSetting),
};

/** Half of a provider's settings stop the start. */
export function needed(prefix: string) {
  return (name: string, value: string | undefined): string => {
    if (value === undefined) throw new Error(`missing in the environment: ${prefix}_${name}`);
    return value;
  };
}
