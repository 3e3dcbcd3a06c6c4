import { createHmac } from 'node:crypto';
import { additionalDataOf, expiryDate } from './payment-body.ts';
import { namesPayment, type AdyenPaymentEvent } from './payment-event.ts';
import { REFUSALS } from './refusal-codes.ts';

export interface WebhookSigning {
  readonly merchantAccount: string;
  /** Hexadecimal, as the provider shows it. */
  readonly hmacKey: string;
}

function reasonOf({ code, payment, reason }: AdyenPaymentEvent): string {
  if (code !== 'AUTHORISATION') return reason;
  if (payment.refusalCode !== null) return REFUSALS[payment.refusalCode];
  return `043381:${payment.card.last4}:${expiryDate(payment.card)}`;
}

/** A webhook with one item. The signature is inside, over a few of its fields. */
export function webhookBody(event: AdyenPaymentEvent, signing: WebhookSigning, now: number): string {
  const { code, payment, pspReference, isSuccess, amount } = event;
  const isChange = code !== 'AUTHORISATION';
  const currency = event.currency ?? payment.currency;
  const originalReference = namesPayment(event) ? payment.pspReference : '';
  const success = String(isSuccess);
  const signed = [
    pspReference,
    originalReference,
    signing.merchantAccount,
    payment.reference,
    amount,
    currency,
    code,
    success,
  ].join(':');
  const hmacSignature = createHmac('sha256', Buffer.from(signing.hmacKey, 'hex'))
    .update(signed)
    .digest('base64');
  const details = isChange ? event.additionalData : additionalDataOf(payment);
  const item = {
    additionalData: { ...details, hmacSignature },
    amount: { currency, value: amount },
    eventCode: code,
    eventDate: new Date(now).toISOString(),
    merchantAccountCode: signing.merchantAccount,
    merchantReference: payment.reference,
    ...(originalReference === '' ? {} : { originalReference }),
    ...(isChange ? {} : { operations: isSuccess ? ['CANCEL', 'CAPTURE', 'REFUND'] : [] }),
    paymentMethod: payment.card.brand,
    pspReference,
    reason: reasonOf(event),
    success,
  };
  return JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] });
}
