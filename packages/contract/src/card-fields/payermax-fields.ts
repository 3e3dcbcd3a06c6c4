import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** The browser's settings for PayerMax: its fields in our page, or its own page. */
export interface PayermaxFields {
  readonly scriptUrl: string;
  readonly environment: 'sandbox' | 'production';
  readonly shows: 'drop-in' | 'hosted-page';
}

export const payermaxFields = codec(
  v.pipe(
    v.object({
      script_url: wireAddress,
      environment: v.picklist(['sandbox', 'production']),
      shows: v.picklist(['drop-in', 'hosted-page']),
    }),
    v.transform((wire): PayermaxFields => ({
      scriptUrl: wire.script_url,
      environment: wire.environment,
      shows: wire.shows,
    })),
  ),
  ({ scriptUrl, environment, shows }) => ({ script_url: scriptUrl, environment, shows }),
);
