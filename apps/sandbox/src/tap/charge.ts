import { createHmac } from 'node:crypto';
import { SCENARIOS, type DeclineCode, type ScenarioKey } from '../scenarios.ts';
import { majorUnits, printed } from './amounts.ts';
import { CAPTURED, INITIATED, RESPONSES, type TapResponse } from './response-codes.ts';

/** The shop's order. */
export interface ChargeOrder {
  readonly scenario: ScenarioKey;
  readonly amount: number;
  readonly currency: string;
  readonly transaction: string | null;
  readonly order: string | null;
  readonly token: string;
  readonly postUrl: string | null;
}

/** Tap's record of a payment, which changes as the payment goes on. */
export interface TapCharge extends ChargeOrder {
  readonly id: string;
  readonly gateway: string;
  readonly payment: string;
  readonly createdAt: number;
  standing: 'open' | 'paid' | 'failed';
  declineCode: DeclineCode | null;
  refundedAmount: number;
}

export interface TapRefund {
  readonly id: string;
  readonly charge: TapCharge;
  readonly amount: number;
  readonly gateway: string;
  readonly payment: string;
  readonly merchantReference: string | null;
  readonly postUrl: string | null;
  readonly createdAt: number;
  status: 'PENDING' | 'REFUNDED' | 'FAILED';
}

/** The amount that the bank takes: with one of the test cards it is a cent less than was requested. */
export function amountOf({ scenario, amount, standing }: TapCharge): number {
  return standing === 'paid' && SCENARIOS[scenario].takes === 'one-cent-less' ? amount - 1 : amount;
}

export function capturedOf(charge: TapCharge): number {
  return charge.standing === 'paid' ? amountOf(charge) : 0;
}

export function responseOf({ standing, declineCode }: TapCharge): TapResponse {
  if (declineCode !== null) return RESPONSES[declineCode];
  return standing === 'paid' ? CAPTURED : INITIATED;
}

export function chargeBody(charge: TapCharge): object {
  const { brand, number } = SCENARIOS[charge.scenario];
  const { status, ...response } = responseOf(charge);
  const scheme = brand.toUpperCase();
  return {
    id: charge.id,
    object: 'charge',
    live_mode: false,
    api_version: 'V2',
    customer_initiated: true,
    status,
    amount: majorUnits(amountOf(charge), charge.currency),
    currency: charge.currency,
    threeDSecure: false,
    save_card: false,
    transaction: {
      timezone: 'UTC+03:00',
      created: String(charge.createdAt),
      expiry: { period: 30, type: 'MINUTE' },
      asynchronous: false,
    },
    reference: {
      transaction: charge.transaction,
      order: charge.order,
      gateway: charge.gateway,
      payment: charge.payment,
    },
    response,
    card: {
      object: 'card',
      first_six: number.slice(0, 6),
      scheme,
      brand: scheme,
      last_four: number.slice(-4),
    },
    source: {
      object: 'token',
      type: 'CARD_NOT_PRESENT',
      payment_method: scheme,
      channel: 'INTERNET',
      id: charge.token,
    },
    post: { status: 'PENDING', url: charge.postUrl },
    auto_reversed: false,
  };
}

const REFUND_RESPONSES = {
  PENDING: { code: '100', message: 'Pending' },
  REFUNDED: { code: '000', message: 'Refunded' },
  FAILED: { code: '401', message: 'Failed' },
} as const satisfies Record<TapRefund['status'], object>;

export function refundBody(refund: TapRefund): object {
  const { charge } = refund;
  return {
    id: refund.id,
    object: 'refund',
    api_version: 'V2',
    live_mode: false,
    amount: majorUnits(refund.amount, charge.currency),
    currency: charge.currency,
    charge_id: charge.id,
    created: String(refund.createdAt),
    reason: 'requested_by_customer',
    reference: { merchant: refund.merchantReference, gateway: refund.gateway, payment: refund.payment },
    response: REFUND_RESPONSES[refund.status],
    status: refund.status,
    post: { status: 'PENDING', url: refund.postUrl },
  };
}

interface Signed {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly gateway: string;
  readonly payment: string;
  readonly status: string;
  readonly createdAt: number;
}

function hashOf(
  { id, amount, currency, gateway, payment, status, createdAt }: Signed,
  secretKey: string,
): string {
  const text =
    `x_id${id}x_amount${printed(amount, currency)}x_currency${currency}x_gateway_reference${gateway}` +
    `x_payment_reference${payment}x_status${status}x_created${createdAt}`;
  return createHmac('sha256', secretKey).update(text).digest('hex');
}

export function hashOfCharge(charge: TapCharge, secretKey: string): string {
  return hashOf({ ...charge, amount: amountOf(charge), status: responseOf(charge).status }, secretKey);
}

export function hashOfRefund(refund: TapRefund, secretKey: string): string {
  return hashOf({ ...refund, currency: refund.charge.currency }, secretKey);
}
