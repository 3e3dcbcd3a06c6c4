import type { AdyenCard } from './card.ts';
import { amountOf, type AdyenPayment, type AdyenStanding } from './payment.ts';
import { REFUSALS } from './refusal-codes.ts';
import { threeDSAction } from './three-ds-action.ts';

type ResultCode =
  | 'Authorised'
  | 'Refused'
  | 'Cancelled'
  | 'Error'
  | 'Received'
  | 'IdentifyShopper'
  | 'ChallengeShopper'
  | 'RedirectShopper';

const RESULT_CODES = {
  looking: 'IdentifyShopper',
  asking: 'ChallengeShopper',
  pending: 'Received',
  authorised: 'Authorised',
  refused: 'Refused',
  cancelled: 'Cancelled',
  error: 'Error',
} as const satisfies Record<AdyenStanding, ResultCode>;

function resultCodeOf({ standing, asking }: AdyenPayment): ResultCode {
  return standing === 'asking' && asking === 'redirect' ? 'RedirectShopper' : RESULT_CODES[standing];
}

export function expiryDate({ expiryMonth, expiryYear }: AdyenCard): string {
  return `${expiryMonth}/${expiryYear}`;
}

/** Facts about the card besides the result, in the answer and in the webhook. */
export function additionalDataOf(payment: AdyenPayment): Record<string, string> {
  const { card, stored, shopperReference } = payment;
  return {
    cardSummary: card.last4,
    cardBin: card.bin,
    expiryDate: expiryDate(card),
    issuerCountry: 'SA',
    alias: card.alias,
    aliasType: 'Default',
    paymentMethod: card.brand,
    ...(card.holderName === null ? {} : { cardHolderName: card.holderName }),
    ...(payment.standing === 'authorised' ? { authCode: '043381' } : {}),
    ...(payment.authentication === null
      ? {}
      : {
          threeDAuthenticated: String(payment.authentication === 'passed'),
          liabilityShift: String(payment.authentication === 'passed'),
        }),
    ...(stored === null || shopperReference === null
      ? {}
      : {
          'tokenization.storedPaymentMethodId': stored.id,
          'tokenization.shopperReference': shopperReference,
          'tokenization.store.operationType': stored.isNew ? 'created' : 'alreadyExisting',
        }),
  };
}

function methodOf({ brand }: AdyenCard): 'scheme' | 'applepay' | 'googlepay' {
  if (brand.endsWith('_googlepay')) return 'googlepay';
  return brand.endsWith('_applepay') ? 'applepay' : 'scheme';
}

/** A payment as the API answers it, with status 200 also if the payment is refused. */
export function paymentBody(payment: AdyenPayment, publicUrl: string): object {
  const { refusalCode, standing } = payment;
  return {
    pspReference: payment.pspReference,
    resultCode: resultCodeOf(payment),
    merchantReference: payment.reference,
    amount: { currency: payment.currency, value: amountOf(payment) },
    paymentMethod: { type: methodOf(payment.card), brand: payment.card.brand },
    ...(refusalCode === null ? {} : { refusalReason: REFUSALS[refusalCode], refusalReasonCode: refusalCode }),
    ...(standing === 'looking' || standing === 'asking'
      ? { action: threeDSAction(payment, publicUrl) }
      : { additionalData: additionalDataOf(payment) }),
    ...(standing === 'authorised' ? { fraudResult: { accountScore: 10, results: [] } } : {}),
  };
}
