import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** How a browser reaches the hosted fields of Adyen. Without an address its script knows its own hosts. */
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
