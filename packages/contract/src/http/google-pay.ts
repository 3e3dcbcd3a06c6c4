import { CARD_PROVIDERS, type CardProvider } from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** Google's own format. Only the provider that the card is encrypted for can decrypt the content. */
const tokenShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ protocolVersion: v.string(), signature: v.string(), signedMessage: v.string() }),
);

/** Passed to the provider character for character, so it is not parsed here. No provider accepts a longer one. */
export const googlePayToken = v.pipe(
  v.string(),
  v.maxLength(5_000),
  v.check((text) => v.is(tokenShape, text)),
);

/** The gateway for which Google Pay can encrypt a card. */
export interface GooglePayGateway {
  readonly provider: CardProvider;
  /** `gateway`: Google's name of the provider. `gatewayMerchantId`: the provider's id of this shop. */
  readonly gateway: string;
  readonly gatewayMerchantId: string;
}

/** The browser's settings for Google Pay in this deployment. */
export interface GooglePaySite {
  readonly scriptUrl: string;
  readonly environment: 'TEST' | 'PRODUCTION';
  /** The shop's merchant id at Google; the test environment needs none. */
  readonly merchantId: string | null;
  readonly gateways: readonly GooglePayGateway[];
}

export const googlePaySite = codec(
  v.pipe(
    v.object({
      script_url: wireAddress,
      environment: v.picklist(['TEST', 'PRODUCTION']),
      merchant_id: v.nullable(v.string()),
      gateways: v.array(
        v.object({
          provider: v.picklist(CARD_PROVIDERS),
          gateway: v.string(),
          gateway_merchant_id: v.string(),
        }),
      ),
    }),
    v.transform((wire): GooglePaySite => ({
      scriptUrl: wire.script_url,
      environment: wire.environment,
      merchantId: wire.merchant_id,
      gateways: wire.gateways.map(({ provider, gateway, gateway_merchant_id: gatewayMerchantId }) => ({
        provider,
        gateway,
        gatewayMerchantId,
      })),
    })),
  ),
  ({ scriptUrl, environment, merchantId, gateways }) => ({
    script_url: scriptUrl,
    environment,
    merchant_id: merchantId,
    gateways: gateways.map(({ provider, gateway, gatewayMerchantId }) => ({
      provider,
      gateway,
      gateway_merchant_id: gatewayMerchantId,
    })),
  }),
);
