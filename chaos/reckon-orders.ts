import {
  accountId,
  booksOf,
  type BookEntry,
  type OrderFacts,
  type PaymentStanding,
  type ReturnFact,
  type ReturnHow,
  type ReturnStage,
} from '@jawhara/domain';
import type { BookedPayment } from './booked-payment.ts';
import { PROVIDER_FACTS } from './every-provider.ts';
import type { Evidence, OrderFact, PaymentFact } from './evidence.ts';
import { groupBy } from './group-by.ts';

/** A payment that a provider has captured, and whether our rules accept it (its standing). */
export interface ReckonedPayment {
  readonly booked: BookedPayment;
  /** The same payment in our database; null if it is not there. */
  readonly ours: PaymentFact | null;
  readonly standing: PaymentStanding;
  /** Money that refunds and disputes together took back, which can be more than was paid. */
  readonly goneCents: number;
  readonly leftCents: number;
}

/** An order by the providers' books alone: its payments, what went back of each, and the gems that follow from them. */
export interface ReckonedOrder {
  readonly order: OrderFact;
  readonly payments: readonly ReckonedPayment[];
  readonly acceptedPayment: ReckonedPayment | null;
  /** The exact number of gems that the recipient must have from this order. */
  readonly gems: number;
}

function isOurNameFor(booked: BookedPayment): (ours: PaymentFact) => boolean {
  return ({ provider, providerPaymentId }) =>
    provider === booked.provider && (PROVIDER_FACTS[provider].hasTwoNames || providerPaymentId === booked.id);
}

/**
 * Which payments must be accepted, second or of a wrong amount. If several have the right amount, the accepted one is the one
 * that the shop chose, the first that was reported to it; onePaymentIsAccepted checks that it chose exactly one.
 */
function standingsOf(
  { priceUsdCents }: OrderFact,
  payments: readonly { readonly booked: BookedPayment; readonly ours: PaymentFact | null }[],
): PaymentStanding[] {
  const isRight = ({ booked }: { readonly booked: BookedPayment }): boolean =>
    booked.captured === priceUsdCents && booked.currency === 'USD';
  const right = payments.filter(isRight);
  const acceptedPayment = right.find(({ ours }) => ours?.standing === 'kept') ?? right[0];
  return payments.map((payment) => {
    if (payment === acceptedPayment) return 'kept';
    return isRight(payment) ? 'second' : 'wrong-amount';
  });
}

function gemsOf({ gems }: OrderFact, acceptedPayment: ReckonedPayment | null): number {
  if (acceptedPayment === null) return 0;
  const paid = acceptedPayment.booked.captured;
  return gems - Math.floor((gems * Math.min(acceptedPayment.goneCents, paid)) / paid);
}

function reckon(
  order: OrderFact,
  booked: readonly BookedPayment[],
  ours: readonly PaymentFact[],
): ReckonedOrder {
  const named = booked.map((one) => ({ booked: one, ours: ours.find(isOurNameFor(one)) ?? null }));
  const standings = standingsOf(order, named);
  const payments = named.map((one, index): ReckonedPayment => {
    const goneCents = one.booked.refunded + one.booked.disputed;
    const standing = standings[index] ?? 'wrong-amount';
    return { ...one, standing, goneCents, leftCents: one.booked.captured - goneCents };
  });
  const acceptedPayment = payments.find(({ standing }) => standing === 'kept') ?? null;
  return { order, payments, acceptedPayment, gems: gemsOf(order, acceptedPayment) };
}

export function reckonOrders({ orders, books, payments }: Evidence): ReckonedOrder[] {
  const captured = groupBy(
    books.filter((booked) => booked.captured > 0),
    ({ reference }) => reference ?? '',
  );
  const ours = groupBy(payments, ({ orderId }) => orderId);
  return orders.map((order) => reckon(order, captured.get(order.id) ?? [], ours.get(order.id) ?? []));
}

function returnFact(
  { provider, id }: BookedPayment,
  returnData: {
    readonly returnId: string;
    readonly how: ReturnHow;
    readonly stage: ReturnStage;
    readonly currency: string;
    readonly cents: number;
    readonly feeCents: number;
  },
): ReturnFact {
  const { returnId, how, stage, currency, cents, feeCents } = returnData;
  return {
    provider,
    returnId,
    how,
    stage,
    providerPaymentId: id,
    money: { currency, minorUnits: cents },
    moneyStage: stage,
    fee: feeCents === 0 ? null : { currency, minorUnits: feeCents },
    feeStage: feeCents === 0 ? null : stage,
  };
}

function returnsOf(booked: BookedPayment): ReturnFact[] {
  const { refunded, currency } = booked;
  const refunds = {
    returnId: `refunds of ${booked.id}`,
    how: 'refund',
    stage: 'taken',
    feeCents: 0,
  } as const;
  return [
    ...(refunded === 0 ? [] : [returnFact(booked, { ...refunds, currency, cents: refunded })]),
    ...booked.disputes.map(({ id: returnId, amount: cents, currency: disputeCurrency, isGone }) =>
      returnFact(booked, {
        returnId,
        how: 'dispute',
        stage: isGone ? 'taken' : 'given-back',
        currency: disputeCurrency,
        cents,
        feeCents: PROVIDER_FACTS[booked.provider].caseFeeCents,
      }),
    ),
  ];
}

/** The ledger entries that an order must have, from the providers' books alone. */
export function booksFromOutside({ order, payments, acceptedPayment }: ReckonedOrder): BookEntry[] {
  const facts: OrderFacts = {
    purpose: 'gems',
    recipientId: accountId(order.recipientId),
    gems: order.gems,
    gemsForgiven: 0,
    gemsMoved: null,
    isHonoured: acceptedPayment !== null,
    payments: payments.map(({ booked, standing }) => ({
      provider: booked.provider,
      providerPaymentId: booked.id,
      money: { currency: booked.currency, minorUnits: booked.captured },
      standing,
    })),
    returns: payments.flatMap(({ booked }) => returnsOf(booked)),
  };
  return booksOf(facts);
}
