import {
  declineOf,
  isOrderId,
  moneyDecimal,
  readMoneyDecimal,
  type Money,
  type OrderId,
} from '@jawhara/domain';
import * as v from 'valibot';
import type { PaidCard, PaymentStep } from '../provider.ts';

/** The wire has major units as a JSON number, made from the decimal text and never computed, so it is printed unchanged. */
export function wireAmount(money: Money): number {
  return Number(moneyDecimal(money));
}

export const amountSchema = v.pipe(v.union([v.number(), v.string()]), v.transform(String));
export const currencySchema = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));

/** Null if it is not a whole number of that currency's minor units. */
export function moneyIn({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}): Money | null {
  return readMoneyDecimal(amount, currency);
}

const text = v.nullish(v.string());

/** Only fields we use; all others are ignored. */
export const chargeSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('chg_')),
  status: v.pipe(v.string(), v.maxLength(40)),
  amount: amountSchema,
  currency: currencySchema,
  auto_reversed: v.nullish(v.boolean()),
  reference: v.nullish(v.object({ transaction: text, order: text })),
  response: v.nullish(v.object({ code: text, message: text })),
  card: v.optional(v.unknown()),
});

export type Charge = v.InferOutput<typeof chargeSchema>;

const cardSchema = v.object({
  brand: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z_ ]{2,40}$/)),
  last_four: v.pipe(v.string(), v.regex(/^\d{4}$/)),
});

/** Facts about the card in the wallet for a receipt. The provider gives no fingerprint. */
function cardSeen(card: unknown): PaidCard | null {
  const reading = v.safeParse(cardSchema, card);
  if (!reading.success) return null;
  return { scheme: reading.output.brand, last4: reading.output.last_four, fingerprint: null };
}

export function orderIdOf({ reference }: Pick<Charge, 'reference'>): OrderId | null {
  const order = reference?.order ?? '';
  return isOrderId(order) ? order : null;
}

export function refusedStep(
  providerPaymentId: string | null,
  code: string,
  message?: string | null,
): Extract<PaymentStep, { kind: 'refused' }> {
  const { outcome } = declineOf(19, code, message);
  return { kind: 'refused', providerPaymentId, outcome, code };
}

type Meaning = (charge: Charge) => PaymentStep;

const pending: Meaning = ({ id }) => ({ kind: 'pending', providerPaymentId: id });

const refused: Meaning = ({ id, status, response }) =>
  refusedStep(id, response?.code || status, response?.message);

const unknown =
  (why: string): Meaning =>
  () => ({ kind: 'unknown', why });

const paid: Meaning = (charge) => {
  const money = moneyIn(charge);
  if (money === null) return { kind: 'unknown', why: 'an amount that is none' };
  // The provider reversed the charge by itself, at a time that it does not document.
  if (charge.auto_reversed) return { kind: 'unknown', why: 'reversed by the provider itself' };
  return { kind: 'paid', providerPaymentId: charge.id, money, card: null, paidWith: cardSeen(charge.card) };
};

/** Every status of a charge and its meaning for an order. */
export const STATUSES = {
  INITIATED: pending,
  IN_PROGRESS: pending,
  PENDING: pending,
  AUTHORIZED: pending, // authorised only, so not our money
  CAPTURED: paid,
  ABANDONED: refused,
  CANCELLED: refused,
  EXPIRED: refused,
  FAILED: refused,
  DECLINED: refused,
  RESTRICTED: refused,
  VOID: refused,
  // It is unknown whether the bank received the charge before the time-out, or will.
  TIMEDOUT: unknown('timed out at the provider'),
  DEFERRED: unknown('deferred by the provider'),
  UNKNOWN: unknown('the provider does not know'),
} as const satisfies Record<string, Meaning>;

export function stepOfCharge(charge: Charge): PaymentStep {
  return Object.hasOwn(STATUSES, charge.status)
    ? STATUSES[charge.status as keyof typeof STATUSES](charge)
    : { kind: 'unknown', why: 'a status we do not know' };
}

/** Parses an answer that should be a charge. */
export function stepOfAnswer(body: unknown, orderId: OrderId): PaymentStep {
  const reading = v.safeParse(chargeSchema, body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  return orderIdOf(reading.output) === orderId
    ? stepOfCharge(reading.output)
    : { kind: 'unknown', why: 'an answer about another order' };
}
