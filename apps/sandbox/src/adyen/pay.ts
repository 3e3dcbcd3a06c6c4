import type { WalletTokens } from '../apple-pay/wallet-tokens.ts';
import type { OpenedGoogleToken } from '../google-pay/google-tokens.ts';
import { SCENARIOS } from '../scenarios.ts';
import type { Answer } from '../world/answer.ts';
import type { Outage } from '../world/api-outage.ts';
import { integerIn, recordIn, textIn, type Json } from '../world/reading.ts';
import type { Timers } from '../world/timers.ts';
import type { Asking } from './adyen-cards.ts';
import {
  cvcFault,
  googleCard,
  googleTokenIn,
  typedCard,
  walletCard,
  walletTokenIn,
  type AdyenCard,
} from './card.ts';
import { invalid, serverError, type AdyenFault } from './errors.ts';
import { paymentBody } from './payment-body.ts';
import { isOpen, type AdyenPayment } from './payment.ts';
import type { AdyenPaymentOrder, AdyenPayments } from './payments.ts';
import { steeredRuling } from './ruling.ts';
import type { SealedValues } from './sealed-values.ts';
import type { StoredCards } from './stored-cards.ts';

export interface PayDeps {
  readonly payments: AdyenPayments;
  readonly storedCards: StoredCards;
  readonly sealed: SealedValues;
  readonly walletTokens: WalletTokens;
  readonly openGoogleToken: (token: unknown) => OpenedGoogleToken | null;
  readonly outage: Outage;
  readonly timers: Timers;
  readonly now: () => number;
  readonly publicUrl: () => string;
}

/** The bank waits this long for the cardholder. */
const CHALLENGE_LIVES_MS = 15 * 60_000;

interface Source {
  readonly card: AdyenCard;
  readonly isSavedCard: boolean;
  /** Marks a wallet's token as used; returns a fault if it was used before. */
  readonly useUp?: () => AdyenFault | null;
}

function sourceIn(deps: PayDeps, body: Json): Source | AdyenFault {
  const method = recordIn(body['paymentMethod']);
  if (method['type'] === 'applepay') {
    const walletToken = walletTokenIn(deps.walletTokens, method);
    if (walletToken === null) return 'walletUnreadable';
    const useUp = () => (deps.walletTokens.use(walletToken) ? null : 'walletUsed');
    return { card: walletCard(walletToken, deps.now()), isSavedCard: false, useUp };
  }
  if (method['type'] === 'googlepay') {
    const token = googleTokenIn(deps.openGoogleToken, method);
    if (token === null) return 'googleUnreadable';
    if (token.isUsed()) return 'googleUsed';
    return { card: googleCard(token, deps.now()), isSavedCard: false, useUp: () => (token.use(), null) };
  }
  if (method['type'] !== 'scheme') return 'methodMissing';
  const storedId = textIn(method, 'storedPaymentMethodId');
  if (storedId === null) {
    const card = typedCard(deps.sealed, method, deps.now());
    return typeof card === 'string' ? card : { card, isSavedCard: false };
  }
  const shopper = textIn(body, 'shopperReference');
  if (shopper === null) return 'shopperMissing';
  const storedCard = deps.storedCards.find(storedId, shopper);
  if (storedCard === null) return 'savedCardUnknown';
  return cvcFault(deps.sealed, method) ?? { card: storedCard.card, isSavedCard: true };
}

/** Where the bank checks the cardholder: on its own page, unless the shop says that its page can show the check. */
function askingOf({ asking }: AdyenCard, body: Json): Asking {
  const authentication = recordIn(body['authenticationData']);
  if (asking === 'none' || authentication['attemptAuthentication'] === 'never') return 'none';
  if (recordIn(authentication['threeDSRequestData'])['nativeThreeDS'] === 'preferred') return asking;
  return asking === 'fingerprint' ? 'none' : 'redirect';
}

function orderIn(body: Json, { card, isSavedCard }: Source): AdyenPaymentOrder | AdyenFault {
  const amount = recordIn(body['amount']);
  const value = integerIn(amount, 'value');
  const currency = textIn(amount, 'currency');
  const reference = textIn(body, 'reference');
  const returnUrl = textIn(body, 'returnUrl');
  const shopperReference = textIn(body, 'shopperReference');
  const keeps = body['storePaymentMethod'] === true;
  if (value === null) return 'amountMissing';
  if (value < 1) return 'amountInvalid';
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return 'currencyInvalid';
  if (reference === null) return 'referenceMissing';
  if (returnUrl === null) return 'returnUrlMissing';
  if (keeps && shopperReference === null) return 'shopperMissing';
  const steered = steeredRuling(
    textIn(recordIn(body['paymentMethod']), 'holderName'),
    textIn(recordIn(body['additionalData']), 'RequestedTestAcquirerResponseCode'),
  );
  const asking = askingOf(card, body);
  return {
    amount: value,
    currency,
    reference,
    returnUrl,
    shopperReference,
    keeps,
    steered,
    asking,
    card,
    isSavedCard,
  };
}

/** Makes the payment by the card's scenario. The caller decides whether the answer gets lost. */
export function pay(deps: PayDeps, requestBody: unknown): Answer {
  const body = recordIn(requestBody);
  const source = sourceIn(deps, body);
  if (typeof source === 'string') return invalid(source);
  const order = orderIn(body, source);
  if (typeof order === 'string') return invalid(order);
  const { delivery } = SCENARIOS[source.card.scenario];
  if (delivery === 'error-before') return serverError();
  const fault = source.useUp?.() ?? null;
  if (fault !== null) return invalid(fault);

  const payment = deps.payments.open(order);
  if (payment.standing !== 'pending') {
    deps.timers.after(CHALLENGE_LIVES_MS, () => deps.payments.end(payment, 'refused', '39'));
  } else if (delivery === 'later' || order.steered?.says === 'received') {
    deps.timers.after(deps.outage.now().settleAfterMs, () => deps.payments.decide(payment));
  } else {
    deps.payments.decide(payment);
  }
  return { status: 200, body: paymentBody(payment, deps.publicUrl()) };
}

function tokenIn(details: Json): string | null {
  const text = textIn(details, 'threeDSResult');
  if (text === null) return textIn(details, 'redirectResult');
  try {
    return textIn(recordIn(JSON.parse(Buffer.from(text, 'base64').toString())), 'authorisationToken') ?? '';
  } catch {
    return ''; // not made by the provider's page
  }
}

function conclude({ payments }: PayDeps, payment: AdyenPayment): void {
  if (!isOpen(payment) || payment.standing === 'pending') return;
  // The bank's stored result counts; the browser's copy of it could be forged.
  if (payment.authentication === 'passed') payments.decide(payment);
  else payments.end(payment, 'refused', payment.authentication === 'failed' ? '11' : '39');
}

/** The shop passes on the result of the bank's check, and the payment is decided. */
export function payWithDetails(deps: PayDeps, requestBody: unknown): Answer {
  const token = tokenIn(recordIn(recordIn(requestBody)['details']));
  if (token === null) return invalid('detailsInvalid');
  const payment = deps.payments.find(token);
  if (payment === null || token === payment.pspReference) return invalid('detailsUnknown');
  conclude(deps, payment);
  return { status: 200, body: paymentBody(payment, deps.publicUrl()) };
}
