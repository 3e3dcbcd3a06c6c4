import {
  declineOf,
  DEMO,
  type CardFingerprint,
  type Money,
  type ReturnStage,
  type ReturnUpdate,
} from '@jawhara/domain';
import * as v from 'valibot';
import type { PaidCard, PaymentStep } from '../provider.ts';

const id = v.pipe(v.string(), v.regex(/^d[a-z]{3}_[0-9a-f]{24}$/));
const minorUnits = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));

/** Each status of a refund or dispute at the provider, as a stage of ours. */
const RETURN_STAGES = {
  made: 'taken',
  failed: 'given-back',
  opened: 'taken',
  won: 'given-back',
  lost: 'lost',
  withdrawn: 'given-back',
  'taken-again': 'taken-again',
  'given-back-again': 'given-back-again',
  'lost-for-good': 'lost-for-good',
} as const satisfies Record<string, ReturnStage>;

type DemoStage = keyof typeof RETURN_STAGES;
const STAGES = Object.keys(RETURN_STAGES) as DemoStage[];

export const returnSchema = v.object({
  id,
  kind: v.picklist(['refund', 'dispute']),
  stage: v.picklist(STAGES),
  amount: minorUnits,
  currency,
});

export const paymentSchema = v.object({
  id,
  reference: v.string(),
  status: v.picklist(['pending', 'paid', 'refused']),
  amount: v.object({ value: minorUnits, currency }),
  reason: v.optional(v.string()),
  // Parsed separately: an unreadable card must not make the payment unreadable.
  card: v.optional(v.unknown()),
  returns: v.optional(v.array(returnSchema), []),
});

export type DemoPayment = v.InferOutput<typeof paymentSchema>;
type DemoReturn = v.InferOutput<typeof returnSchema>;

const cardSchema = v.object({
  scheme: v.string(),
  last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  bin: v.pipe(v.string(), v.regex(/^\d{6,8}$/)),
  fingerprint: v.pipe(v.string(), v.minLength(8)),
});

function seenIn(card: unknown): { readonly seen: PaidCard; readonly bin: string } | null {
  const reading = v.safeParse(cardSchema, card);
  if (!reading.success) return null;
  const { scheme, last4, bin, fingerprint } = reading.output;
  return { seen: { scheme, last4, fingerprint: fingerprint as CardFingerprint }, bin };
}

export function returnWordOf(returned: DemoReturn, providerPaymentId: string): ReturnUpdate {
  const money: Money = { currency: returned.currency, minorUnits: returned.amount };
  const stage = RETURN_STAGES[returned.stage];
  return { returnId: returned.id, how: returned.kind, stage, providerPaymentId, money, fee: null };
}

/** A wallet's card belongs to the wallet: shown on the receipt, never saved. */
export function stepOfPayment(payment: DemoPayment): PaymentStep {
  const { id: providerPaymentId, amount, status, reason = 'refused' } = payment;
  const card = seenIn(payment.card);
  switch (status) {
    case 'paid':
      return {
        kind: 'paid',
        card: null,
        paidWith: card?.seen ?? null,
        providerPaymentId,
        money: { currency: amount.currency, minorUnits: amount.value },
      };
    case 'pending':
      return { kind: 'pending', providerPaymentId };
    case 'refused':
      return {
        kind: 'refused',
        providerPaymentId,
        outcome: declineOf(DEMO, reason).outcome,
        code: reason,
        ...(card === null ? {} : { cardPrefix: card.bin }),
      };
    default:
      return status satisfies never;
  }
}
