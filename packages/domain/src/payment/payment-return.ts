import type { Money } from '../money.ts';
import { sorted } from '../sorted.ts';

/** Why money of a payment goes back. A reversal: the capture failed, or the authorisation was released. */
export type ReturnHow = 'refund' | 'dispute' | 'reversal';

/**
 * How far a return (refund, dispute or reversal) has come. Reports of it arrive in any order and repeatedly, so each stage has a
 * rank and the highest reported one counts.
 */
export const RETURN_STAGES = {
  /** Announced by the provider: the money will leave us, or is frozen. */
  announced: { rank: 0, isGone: false },
  /** The money has left us. */
  taken: { rank: 1, isGone: true },
  /** The money is back with us: the refund failed, the dispute was won or withdrawn. */
  'given-back': { rank: 2, isGone: false },
  /** The dispute is lost: the money stays gone. */
  lost: { rank: 3, isGone: true },
  /** The bank did not accept that we won, and took the money again. */
  'taken-again': { rank: 4, isGone: true },
  'given-back-again': { rank: 5, isGone: false },
  /** Arbitration is lost, finally. */
  'lost-for-good': { rank: 6, isGone: true },
} as const satisfies Record<string, { readonly rank: number; readonly isGone: boolean }>;

export type ReturnStage = keyof typeof RETURN_STAGES;

export const RETURN_STAGE_NAMES = Object.keys(RETURN_STAGES) as readonly ReturnStage[];

/** A single report of a provider about a return. */
export type ReturnUpdate = {
  /** The provider's id of the refund or dispute, the same in all reports about it. */
  readonly returnId: string;
  readonly how: ReturnHow;
  readonly stage: ReturnStage;
  /** Null if this report names no payment: an earlier one did, or the order has only one. */
  readonly providerPaymentId: string | null;
  /** Null if this report names no amount. If none ever does: the whole payment. */
  readonly money: Money | null;
  /** The provider's fee, where it names one. */
  readonly fee: Money | null;
};

/** The merged state of one return: the highest stage, and for each field the value of the highest report that named it. */
export type KnownReturn = ReturnUpdate & {
  readonly moneyStage: ReturnStage | null;
  readonly feeStage: ReturnStage | null;
};

function rankOf(stage: ReturnStage | null): number {
  return stage === null ? -1 : RETURN_STAGES[stage].rank;
}

export function isGone(known: Pick<KnownReturn, 'stage'>): boolean {
  return RETURN_STAGES[known.stage].isGone;
}

export function newReturn(word: ReturnUpdate): KnownReturn {
  return {
    ...word,
    moneyStage: word.money === null ? null : word.stage,
    feeStage: word.fee === null ? null : word.stage,
  };
}

/** Of two amounts, the one of the later stage; at the same stage, the larger one. */
function pickLaterAmount(
  one: { readonly money: Money | null; readonly at: ReturnStage | null },
  other: { readonly money: Money | null; readonly at: ReturnStage | null },
): { readonly money: Money | null; readonly at: ReturnStage | null } {
  if (rankOf(one.at) !== rankOf(other.at)) return rankOf(one.at) > rankOf(other.at) ? one : other;
  if (one.money === null || other.money === null) return one; // no report named an amount
  if (one.money.currency !== other.money.currency)
    return one.money.currency < other.money.currency ? one : other;
  return one.money.minorUnits >= other.money.minorUnits ? one : other;
}

/** [ORD-16] Merges two reports of a return; the result does not depend on their order. */
export function joinReturns(one: KnownReturn, other: KnownReturn): KnownReturn {
  const higher = rankOf(one.stage) >= rankOf(other.stage) ? one : other;
  const money = pickLaterAmount(
    { money: one.money, at: one.moneyStage },
    { money: other.money, at: other.moneyStage },
  );
  const fee = pickLaterAmount({ money: one.fee, at: one.feeStage }, { money: other.fee, at: other.feeStage });
  const ids = sorted([one.providerPaymentId, other.providerPaymentId].filter((id) => id !== null));
  return {
    returnId: one.returnId,
    how: one.how < other.how ? one.how : other.how,
    stage: higher.stage,
    providerPaymentId: ids[0] ?? null,
    money: money.money,
    moneyStage: money.at,
    fee: fee.money,
    feeStage: fee.at,
  };
}

export type GoneBack = {
  /** How much of the payment is gone, in its own currency, at most the paid amount. */
  readonly minorUnits: number;
  /** More went back than was paid. */
  readonly isMoreThanPaid: boolean;
  /** A part of what went back is in another currency and cannot be compared: then the whole payment counts as gone. */
  readonly isIncomparable: boolean;
  /** A dispute is among the returns that are gone. */
  readonly isDisputed: boolean;
};

/** [ORD-16] How much of a payment went back: the sum of its returns. One without an amount counts as the whole payment. */
export function goneBack(paid: Money, returns: readonly KnownReturn[]): GoneBack {
  const gone = returns.filter(isGone);
  const isIncomparable = gone.some(({ money }) => money !== null && money.currency !== paid.currency);
  const sum = gone.reduce((total, { money }) => total + (money?.minorUnits ?? paid.minorUnits), 0);
  return {
    minorUnits: isIncomparable ? paid.minorUnits : Math.min(sum, paid.minorUnits),
    isMoreThanPaid: !isIncomparable && sum > paid.minorUnits,
    isIncomparable,
    isDisputed: gone.some(({ how }) => how === 'dispute'),
  };
}

/** [ORD-14] The gems that the recipient keeps after money went back: in proportion, a fraction of a gem rounded up. */
export function gemsLeft(gems: number, paidMinorUnits: number, goneMinorUnits: number): number {
  return gems - Math.floor((gems * goneMinorUnits) / paidMinorUnits);
}

/**
 * [ORD-23] Of two amounts that a provider reported for one payment the smaller one counts, because more is not certain to
 * be with us. Webhooks arrive in any order, so "the later one" would be arbitrary. In two currencies the first one counts.
 */
export function amountThatStands(known: Money, named: Money): Money {
  return named.currency === known.currency && named.minorUnits < known.minorUnits ? named : known;
}
