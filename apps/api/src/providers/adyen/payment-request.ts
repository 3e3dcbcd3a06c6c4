import { AuthenticationData } from '@adyen/api-library/lib/src/typings/checkout/authenticationData.js';
import { ApplePayDetails } from '@adyen/api-library/lib/src/typings/checkout/applePayDetails.js';
import type { BrowserInfo } from '@adyen/api-library/lib/src/typings/checkout/browserInfo.js';
import { CardDetails } from '@adyen/api-library/lib/src/typings/checkout/cardDetails.js';
import { GooglePayDetails } from '@adyen/api-library/lib/src/typings/checkout/googlePayDetails.js';
import { PaymentRequest as AdyenRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentRequest.js';
import { ThreeDSRequestData } from '@adyen/api-library/lib/src/typings/checkout/threeDSRequestData.js';
import type { BrowserFacts } from '@jawhara/domain';
import type { PaymentRequest } from '../provider.ts';

function browserInfo(browser: BrowserFacts): BrowserInfo {
  return {
    acceptHeader: browser.acceptHeader,
    colorDepth: browser.colorDepth,
    javaEnabled: browser.isJavaEnabled,
    language: browser.language,
    screenHeight: browser.screenHeight,
    screenWidth: browser.screenWidth,
    timeZoneOffset: browser.timeZoneOffsetMinutes,
    userAgent: browser.userAgent,
  };
}

type CardPart = Pick<
  AdyenRequest,
  'paymentMethod' | 'shopperInteraction' | 'storePaymentMethod' | 'recurringProcessingModel'
>;

/** A saved card is charged only while its payer is present. */
const ON_FILE = {
  recurringProcessingModel: AdyenRequest.RecurringProcessingModelEnum.CardOnFile,
} as const;

/** States explicitly whether to save a typed card. A card that is not saved carries no field about later payments. */
function cardPart(request: PaymentRequest): CardPart {
  const type = CardDetails.TypeEnum.Scheme;
  if ('encryptedCard' in request) {
    const { number, expiryMonth, expiryYear, securityCode, holderName } = request.encryptedCard;
    return {
      paymentMethod: {
        type,
        encryptedCardNumber: number,
        encryptedExpiryMonth: expiryMonth,
        encryptedExpiryYear: expiryYear,
        encryptedSecurityCode: securityCode,
        holderName,
      },
      shopperInteraction: AdyenRequest.ShopperInteractionEnum.Ecommerce,
      storePaymentMethod: request.keepCard,
      ...(request.keepCard ? ON_FILE : {}),
    };
  }
  if ('walletToken' in request)
    return {
      paymentMethod: { type: ApplePayDetails.TypeEnum.Applepay, applePayToken: request.walletToken },
      shopperInteraction: AdyenRequest.ShopperInteractionEnum.Ecommerce,
      storePaymentMethod: false,
    };
  if ('googlePayToken' in request)
    return {
      paymentMethod: { type: GooglePayDetails.TypeEnum.Googlepay, googlePayToken: request.googlePayToken },
      shopperInteraction: AdyenRequest.ShopperInteractionEnum.Ecommerce,
      storePaymentMethod: false,
    };
  if (!('sourceId' in request)) throw new Error('provider 17 was handed a card of another provider');
  return {
    paymentMethod: {
      type,
      storedPaymentMethodId: request.sourceId,
      ...(request.cvvToken === null ? {} : { encryptedSecurityCode: request.cvvToken }),
    },
    shopperInteraction: AdyenRequest.ShopperInteractionEnum.ContAuth,
    ...ON_FILE,
  };
}

const CHALLENGE_IN_PAGE: AuthenticationData = {
  attemptAuthentication: AuthenticationData.AttemptAuthenticationEnum.Always,
  // Without this field the bank shows its challenge on a page of its own.
  threeDSRequestData: { nativeThreeDS: ThreeDSRequestData.NativeThreeDSEnum.Preferred },
};

export function paymentRequest(request: PaymentRequest, merchantAccount: string): AdyenRequest {
  const { payer, returnUrls, money } = request;
  return {
    merchantAccount,
    reference: request.orderId,
    amount: { currency: money.currency, value: money.minorUnits },
    ...cardPart(request),
    shopperReference: payer.reference,
    shopperIP: payer.address,
    channel: AdyenRequest.ChannelEnum.Web,
    origin: new URL(returnUrls.frame).origin,
    returnUrl: returnUrls.frame,
    ...(payer.browser === null ? {} : { browserInfo: browserInfo(payer.browser) }),
    // Apple's wallet has authenticated its owner. Google's token itself says whether Google has.
    ...('walletToken' in request ? {} : { authenticationData: CHALLENGE_IN_PAGE }),
  };
}
