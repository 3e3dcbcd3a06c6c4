import { CARD_PROVIDERS, type CardProvider } from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../endpoint.ts';
import { wireAddress } from '../wire-types.ts';

/** Google's own shape, sealed: only the provider it was made for can open what is inside. */
const tokenShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ protocolVersion: v.string(), signature: v.string(), signedMessage: v.string() }),
);

/** Those very characters go to the provider, so nothing is made of them here. No provider takes a longer one. */
export const googlePayToken = v.pipe(
  v.string(),
  v.maxLength(5_000),
  v.check((text) => v.is(tokenShape, text)),
);

/** Whom a card of Google Pay can be sealed for. */
export interface GooglePayGateway {
  readonly provider: CardProvider;
  /** As Google calls the provider, and as the provider calls this shop. */
  readonly gateway: string;
  readonly gatewayMerchantId: string;
}

/** How a browser reaches Google Pay in this deployment. */
export interface GooglePaySite {
  readonly scriptUrl: string;
  readonly environment: 'TEST' | 'PRODUCTION';
  /** The shop as Google knows it; nobody asks for it in the test environment. */
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
