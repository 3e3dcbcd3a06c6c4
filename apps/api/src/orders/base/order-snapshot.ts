import {
  isOrderId,
  isPayType,
  ORDER_PURPOSES,
  PROVIDER_NUMBERS,
  usdCents,
  type AccountId,
  type OrderId,
  type RechargeId,
} from '@jawhara/domain';
import * as v from 'valibot';
import type { OrderRequestName } from './order-life.ts';
import type { StoredOrder } from '../store/order.store.ts';

const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const snapshotSchema = v.object({
  id: v.pipe(v.string(), v.check(isOrderId)),
  purpose: v.picklist(ORDER_PURPOSES),
  recipientId: positive,
  rechargeId: v.nullable(v.string()),
  priceUsdCents: positive,
  gems: count,
  bonusGems: count,
  payType: v.pipe(v.number(), v.check(isPayType)),
  provider: v.picklist(PROVIDER_NUMBERS),
  payerDevice: v.pipe(v.string(), v.minLength(1)),
  payerAccountId: v.nullable(positive),
  createdAtMs: positive,
  request: v.nullable(
    v.object({
      requestId: v.pipe(v.string(), v.minLength(1)),
      contentDigest: v.pipe(v.string(), v.base64()),
    }),
  ),
});

/**
 * An order as it was when its payment began. The engine's log has it beside the provider's answers, so that an order that a
 * restored database lacks can be inserted again with its recipient, its goods and its browser's request id.
 */
export type OrderSnapshot = v.InferInput<typeof snapshotSchema>;

export function snapshotOf(order: StoredOrder, request: OrderRequestName | undefined): OrderSnapshot {
  const { id, purpose, recipientId, rechargeId, priceUsdCents, gems, bonusGems, payType, provider } = order;
  const { payerDevice, payerAccountId, createdAt } = order;
  return {
    id,
    purpose,
    recipientId,
    rechargeId,
    priceUsdCents,
    gems,
    bonusGems,
    payType,
    provider,
    payerDevice,
    payerAccountId,
    createdAtMs: createdAt.getTime(),
    request: request ?? null,
  };
}

/** Null for anything else than a snapshot, such as in the log of an earlier build. */
export function readSnapshot(value: unknown): OrderSnapshot | null {
  const reading = v.safeParse(snapshotSchema, value);
  return reading.success ? reading.output : null;
}

/** The order as it was placed, without its saved card, which a restored database may lack. */
export function orderOfSnapshot(snapshot: OrderSnapshot): StoredOrder {
  const { createdAtMs, request: _request, payType, ...sale } = snapshot;
  if (!isPayType(payType)) throw new Error(`order ${snapshot.id} has an unknown pay type`);
  return {
    ...sale,
    payType,
    id: snapshot.id as OrderId,
    recipientId: snapshot.recipientId as AccountId,
    rechargeId: snapshot.rechargeId as RechargeId | null,
    priceUsdCents: usdCents(snapshot.priceUsdCents),
    payerAccountId: snapshot.payerAccountId as AccountId | null,
    joinedAccountId: null,
    savedCardId: null,
    state: 'created',
    outcome: null,
    reasonCode: null,
    challenge: null,
    isHeld: false,
    gemsForgiven: 0,
    gemsMoved: null,
    createdAt: new Date(createdAtMs),
    creditedAt: null,
    refundWishedAt: null,
  };
}
