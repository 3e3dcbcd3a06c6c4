import { newId } from './ids.ts';
import { fingerprintOf } from './instruments.ts';
import { iso, responseOf } from './payment.ts';
import type { CheckoutComPaymentEvent } from './payment-events.ts';

/** The webhook writes `last_4` where the API writes `last4`. */
export function webhookBody({ type, payment, action }: CheckoutComPaymentEvent, publicUrl: string): string {
  const { card } = payment;
  return JSON.stringify({
    id: newId('evt'),
    type,
    version: '1.0.0',
    created_on: iso(action.processedAt),
    data: {
      id: payment.id,
      action_id: action.id,
      ...(payment.reference === null ? {} : { reference: payment.reference }),
      amount: action.amount,
      currency: payment.currency,
      payment_type: 'Regular',
      processed_on: iso(action.processedAt),
      ...responseOf(payment),
      ...(action.approved || payment.declineCode !== null
        ? {}
        : { response_code: action.responseCode, response_summary: 'Declined' }),
      ...(payment.standing === 'approved' ? { auth_code: '643381', scheme_id: '489341065491658' } : {}),
      metadata: {},
      risk: { flagged: payment.declineCode === '20059' },
      source: {
        ...(payment.sourceId === null ? {} : { id: payment.sourceId }),
        type: 'card',
        scheme: card.scheme,
        last_4: card.last4,
        bin: card.bin,
        fingerprint: fingerprintOf(card),
        ...(card.wallet === undefined ? {} : { card_wallet_type: card.wallet }),
        expiry_month: card.expiryMonth,
        expiry_year: card.expiryYear,
        issuer_country: 'SA',
      },
    },
    _links: { payment: { href: `${publicUrl}/payments/${payment.id}` } },
  });
}
