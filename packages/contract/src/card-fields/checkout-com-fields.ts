import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** The browser's settings for Checkout.com's card fields, with the public key. */
export interface CheckoutComFields {
  readonly scriptUrl: string;
  readonly publicKey: string;
  readonly environment: 'sandbox' | 'production';
}

export const checkoutComFields = codec(
  v.pipe(
    v.object({
      script_url: wireAddress,
      public_key: v.string(),
      environment: v.picklist(['sandbox', 'production']),
    }),
    v.transform((wire): CheckoutComFields => ({
      scriptUrl: wire.script_url,
      publicKey: wire.public_key,
      environment: wire.environment,
    })),
  ),
  ({ scriptUrl, publicKey, environment }) => ({
    script_url: scriptUrl,
    public_key: publicKey,
    environment,
  }),
);
