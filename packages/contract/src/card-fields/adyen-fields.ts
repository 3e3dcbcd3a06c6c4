import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** The browser's settings for Adyen's card fields. Without an address its script uses its own hosts. */
export interface AdyenFields {
  readonly clientKey: string;
  readonly environment: 'test' | 'live';
  readonly apiUrl: string | null;
}

export const adyenFields = codec(
  v.pipe(
    v.object({
      client_key: v.string(),
      environment: v.picklist(['test', 'live']),
      api_url: v.nullable(wireAddress),
    }),
    v.transform((wire): AdyenFields => ({
      clientKey: wire.client_key,
      environment: wire.environment,
      apiUrl: wire.api_url,
    })),
  ),
  ({ clientKey, environment, apiUrl }) => ({ client_key: clientKey, environment, api_url: apiUrl }),
);
