import { PAYERMAX, PROVIDERS, usdMoney, type CardSourceId } from '@jawhara/domain';
import type { CardSessionRequest, PaymentRequest, WalletSessionRequest } from '../provider.ts';
import { wireAmount } from './trade.ts';

/** Facts about this deployment that are sent with every order. */
export interface ShopFacts {
  readonly country: string;
  readonly notifyUrl: string;
}

const SESSION_CURRENCY = 'USD';
/** Shown on the payer's statement and the provider's page. Some texts control the provider's test platform: this one does not. */
const SUBJECT = 'Jawhara';
/** The shortest lifetime the provider accepts, in seconds: an abandoned page must not be paid long after. */
const LIVES_S = '1800';

export function tokenOf(sourceId: CardSourceId): string {
  return sourceId.slice(PROVIDERS[PAYERMAX].card.savedCardIdPrefix.length);
}

/** The result of PayerMax's own wallet button after the payer agreed: a token that is valid only in its session. */
export interface ButtonProof {
  readonly paymentToken: string;
  readonly sessionKey: string;
}

/** Decided or parsed from the request before it is sent: an order sent again without saving the card has another `keepsCard`. */
interface OrderMore {
  readonly keepsCard: boolean;
  /** Null if the payer did not use PayerMax's button. */
  readonly proof: ButtonProof | null;
}

function buyerInfo({ payer }: PaymentRequest): object {
  return { clientIp: payer.address, userAgent: payer.browser?.userAgent || 'unknown' };
}

function terminalType({ payer }: PaymentRequest): 'WEB' | 'WAP' {
  return /Mobi/.test(payer.browser?.userAgent ?? '') ? 'WAP' : 'WEB';
}

/** The payer pays on the provider's own page, by card or by wallet. */
export function isOnItsPage(request: PaymentRequest): boolean {
  return 'hostedPage' in request || 'walletPage' in request;
}

function paymentDetail(request: PaymentRequest, { keepsCard, proof }: OrderMore): object {
  // A wallet's card is not saved here.
  if ('walletPage' in request) return { paymentMethodType: 'APPLEPAY' };
  if (proof !== null) return { ...proof, buyerInfo: buyerInfo(request) };
  const keeping = { tokenForFutureUse: keepsCard };
  if ('hostedPage' in request) return { paymentMethodType: 'CARD', ...keeping };
  if ('dropInToken' in request)
    return {
      paymentToken: request.dropInToken,
      sessionKey: request.dropInSession,
      buyerInfo: buyerInfo(request),
      ...keeping,
    };
  if (!('sourceId' in request)) throw new Error('provider 6 was handed a card of another provider');
  // A saved card is charged without a CVV: the provider requires none.
  return {
    paymentMethodType: 'CARD',
    paymentTokenID: tokenOf(request.sourceId),
    merchantInitiated: false,
    buyerInfo: buyerInfo(request),
  };
}

export function orderBody(
  { country, notifyUrl }: ShopFacts,
  request: PaymentRequest,
  tradeNumber: string,
  more: OrderMore,
): object {
  const isHosted = isOnItsPage(request);
  return {
    outTradeNo: tradeNumber,
    integrate: isHosted ? 'Hosted_Checkout' : 'Direct_Payment',
    subject: SUBJECT,
    totalAmount: wireAmount(request.money),
    currency: request.money.currency,
    country,
    userId: request.payer.reference,
    language: request.payer.locale,
    reference: request.orderId,
    terminalType: terminalType(request),
    frontCallbackUrl: isHosted ? request.returnUrls.page : request.returnUrls.frame,
    notifyUrl,
    expireTime: LIVES_S,
    paymentDetail: paymentDetail(request, more),
  };
}

/** The body of the call that opens PayerMax's wallet button in the browser. */
export function buttonSessionBody(
  country: string,
  { payerReference, amountUsdCents }: WalletSessionRequest,
): object {
  return {
    country,
    currency: SESSION_CURRENCY,
    userId: payerReference,
    componentList: ['APPLEPAY'],
    totalAmount: wireAmount(usdMoney(amountUsdCents)),
  };
}

/**
 * The body of the call that opens the card fields in the browser. The session only lets the fields ask for consent: the
 * card is saved if the payer agreed there and the order says so too.
 */
export function sessionBody(country: string, { payerReference, amountUsdCents }: CardSessionRequest): object {
  return {
    country,
    currency: SESSION_CURRENCY,
    userId: payerReference,
    componentList: ['CARD'],
    tokenForFutureUse: true,
    ...(amountUsdCents === null ? {} : { totalAmount: wireAmount(usdMoney(amountUsdCents)) }),
  };
}
