import type { OrderId } from '@jawhara/domain';
import type { PaymentRequest } from '../provider.ts';

/** Data of Apple's sheet: only the fields that an adapter reads. */
const PAYMENT_DATA = { version: 'EC_v1', data: 'c2VhbGVk', header: { transactionId: 'ab12' } };

/** 9.99 dollars from a wallet, on the first try. */
export function walletRequest(orderId: OrderId): PaymentRequest {
  return {
    walletToken: Buffer.from(JSON.stringify(PAYMENT_DATA)).toString('base64'),
    methodType: 'debit',
    orderId,
    money: { currency: 'USD', minorUnits: 999 },
    keepCard: false,
    idempotencyKey: `${orderId}-1`,
    returnUrls: { frame: 'http://site.invalid/frame', page: 'http://site.invalid/page' },
    payer: { reference: 'device-1', address: '203.0.113.7', locale: 'ar', browser: null },
  };
}

/** An empty merchant identity, for tests that open no sheet. */
export const NO_IDENTITY = {
  merchantId: '',
  certificatePem: '',
  keyPem: '',
  gatewayUrl: '',
  authorityPem: null,
};
