import type { PayWith, RefusalOutcome } from '@jawhara/domain';
import { expect } from 'vitest';
import type { PaymentRequest } from '../provider.ts';
import {
  deciding,
  newOrderId,
  PAYER,
  PRICE_IN_MONEY,
  type ProviderWorld,
  RETURN_URLS,
  settled,
} from './provider-world.ts';

/** Expectations for an encrypted card, from Apple's sheet or from Google's. */

export const SEALED_REFUSALS = [
  ['insufficient-funds', 'balance'],
  ['failed-authentication', 'verify'],
  ['high-risk', 'high-risk'],
  ['do-not-honour', 'other'],
] as const;

export const SEALED_LATE = [
  ['pending-then-approved', 'pending', 'paid'],
  ['pending-then-declined', 'pending', 'refused'],
  ['answer-lost', 'unknown', 'paid'],
] as const;

/** The first payment request of a new order. */
export function sealedRequest(card: PayWith): PaymentRequest {
  const orderId = newOrderId();
  return {
    ...card,
    orderId,
    money: PRICE_IN_MONEY,
    keepCard: false,
    idempotencyKey: `${orderId}-1`,
    returnUrls: RETURN_URLS,
    payer: PAYER,
  };
}

export async function expectRefused(
  world: ProviderWorld,
  request: PaymentRequest,
  outcome: RefusalOutcome,
): Promise<void> {
  const refused = { kind: 'refused', outcome };
  expect(await world.provider.authorise(request)).toMatchObject(refused);
  await settled(() => expect(deciding(world, request.orderId)[0]).toMatchObject(refused));
}

export async function expectLate(
  world: ProviderWorld,
  request: PaymentRequest,
  first: string,
  ending: string,
): Promise<void> {
  expect((await world.provider.authorise(request)).kind).toBe(first);
  await settled(() => expect(deciding(world, request.orderId)[0]).toMatchObject({ kind: ending }));
}

/** The payment is refused, and the provider has no record of it. */
export async function expectUnknownTo(world: ProviderWorld, card: PayWith): Promise<void> {
  const request = sealedRequest(card);
  expect(await world.provider.authorise(request)).toMatchObject({ kind: 'refused', providerPaymentId: null });
  expect(await world.books(request.orderId)).toEqual([]);
}
