import type { GooglePayGateway, GooglePaySite, WalletSheet } from '@jawhara/contract';
import { usdDecimal, type UsdCents } from '@jawhara/domain';
import * as v from 'valibot';
import { browserFacts } from '../../../browser/browser-facts.ts';
import { loadScript } from '../../../browser/load-script.ts';
import type { OpenSheet } from '../../machine/purchase/purchase-effects.ts';
import type { SheetEvents } from '../../machine/wallet-sheet.ts';

/** The parts of Google's objects that we use. No other file uses Google's objects. */

interface CardMethod {
  readonly type: 'CARD';
  readonly parameters: {
    readonly allowedAuthMethods: readonly ('PAN_ONLY' | 'CRYPTOGRAM_3DS')[];
    readonly allowedCardNetworks: readonly string[];
  };
}

interface SealedCardMethod extends CardMethod {
  readonly tokenizationSpecification: {
    readonly type: 'PAYMENT_GATEWAY';
    readonly parameters: { readonly gateway: string; readonly gatewayMerchantId: string };
  };
}

const VERSION = { apiVersion: 2, apiVersionMinor: 0 } as const;

interface GooglePayRequest {
  readonly apiVersion: 2;
  readonly apiVersionMinor: 0;
  readonly allowedPaymentMethods: readonly SealedCardMethod[];
  readonly merchantInfo: { readonly merchantName: string; readonly merchantId?: string };
  readonly transactionInfo: {
    readonly countryCode: string;
    readonly currencyCode: string;
    readonly totalPriceStatus: 'FINAL';
    readonly totalPrice: string;
    readonly checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE';
  };
}

export interface GoogleClient {
  isReadyToPay(
    request: typeof VERSION & { readonly allowedPaymentMethods: readonly CardMethod[] },
  ): Promise<{ readonly result: boolean }>;
  createButton(look: {
    readonly onClick: () => void;
    readonly allowedPaymentMethods: readonly CardMethod[];
    readonly buttonColor: 'black' | 'white';
    readonly buttonType: 'pay';
    readonly buttonLocale: string;
    readonly buttonRadius: number;
    readonly buttonSizeMode: 'fill';
  }): HTMLElement;
  loadPaymentData(request: GooglePayRequest): Promise<unknown>;
}

interface GooglePage {
  readonly google?: {
    readonly payments?: {
      readonly api?: {
        readonly PaymentsClient?: new (options: {
          readonly environment: 'TEST' | 'PRODUCTION';
        }) => GoogleClient;
      };
    };
  };
}

/** Every card that we accept elsewhere. A PAN_ONLY card is not authenticated by Google, so its bank authenticates it. */
export const CARD: CardMethod = {
  type: 'CARD',
  parameters: {
    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    allowedCardNetworks: ['VISA', 'MASTERCARD'],
  },
};

/** Loads Google's script and asks whether this visitor can pay with Google Pay. Null: not in this browser, or not now. */
export async function findGooglePay({ scriptUrl, environment }: GooglePaySite): Promise<GoogleClient | null> {
  if (!(await loadScript(scriptUrl))) return null;
  const { PaymentsClient } = (globalThis as unknown as GooglePage).google?.payments?.api ?? {};
  if (PaymentsClient === undefined) return null;
  const client = new PaymentsClient({ environment });
  const { result } = await client.isReadyToPay({ ...VERSION, allowedPaymentMethods: [CARD] });
  return result ? client : null;
}

/** The payment, and the gateway that Google encrypts the card for. */
export interface GooglePurchase {
  readonly sheet: WalletSheet;
  readonly gateway: GooglePayGateway;
  readonly merchantId: string | null;
  readonly price: UsdCents;
}

export function googlePayRequest({ sheet, gateway, merchantId, price }: GooglePurchase): GooglePayRequest {
  const { gateway: name, gatewayMerchantId } = gateway;
  return {
    ...VERSION,
    allowedPaymentMethods: [
      {
        ...CARD,
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: name, gatewayMerchantId },
        },
      },
    ],
    merchantInfo: {
      merchantName: sheet.displayName || sheet.totalLabel,
      ...(merchantId === null ? {} : { merchantId }),
    },
    transactionInfo: {
      countryCode: sheet.countryCode,
      currencyCode: sheet.currencyCode,
      totalPriceStatus: 'FINAL',
      totalPrice: usdDecimal(price),
      checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
    },
  };
}

const paymentDataSchema = v.object({
  paymentMethodData: v.object({ tokenizationData: v.object({ token: v.string() }) }),
});

const isCancelled = (fault: unknown): boolean =>
  (fault as { statusCode?: unknown } | null)?.statusCode === 'CANCELED';

/** Google's sheet closes when the payer has decided, before the payment is made, so it takes no result. */
const CLOSES_BY_ITSELF: OpenSheet = {
  completeValidation: () => false,
  complete: () => undefined,
  close: () => undefined,
};

/** Must run inside a press, or the browser blocks Google's window. */
export function openGooglePay(
  client: GoogleClient,
  request: GooglePayRequest,
  sheetEvents: SheetEvents,
): OpenSheet {
  client.loadPaymentData(request).then(
    (paymentData) => {
      const reading = v.safeParse(paymentDataSchema, paymentData);
      if (!reading.success) return sheetEvents.onNothing();
      const { token } = reading.output.paymentMethodData.tokenizationData;
      return sheetEvents.onCard({ card: { googlePayToken: token }, browser: browserFacts() });
    },
    (fault: unknown) => (isCancelled(fault) ? sheetEvents.onCancelled() : sheetEvents.onNothing()),
  );
  return CLOSES_BY_ITSELF;
}
