import type { Money } from '../money.ts';
import { sorted } from '../sorted.ts';

/** Why money of a payment leaves us again. A reversal: it was taken for ours and never came, or the hold was let go. */
export type ReturnHow = 'refund' | 'dispute' | 'reversal';

/**
 * How far a return has come. Words about it arrive in any order and several times, so each stage has a rank and the highest
 * that was ever told stands: the end is the same whatever came first.
 */
export const RETURN_STAGES = {
  /** It will leave, or is frozen: the provider has announced it. */
  announced: { rank: 0, isGone: false },
  /** It has left us. */
  taken: { rank: 1, isGone: true },
  /** It is with us again: the refund failed, the dispute was won or withdrawn. */
  'given-back': { rank: 2, isGone: false },
  /** The dispute is lost: what was taken stays taken. */
  lost: { rank: 3, isGone: true },
  /** The bank did not accept that we had won, and took it again. */
  'taken-again': { rank: 4, isGone: true },
  'given-back-again': { rank: 5, isGone: false },
  /** Arbitration is lost: nothing comes after it. */
  'lost-for-good': { rank: 6, isGone: true },
} as const satisfies Record<string, { readonly rank: number; readonly isGone: boolean }>;

export type ReturnStage = keyof typeof RETURN_STAGES;

export const RETURN_STAGE_NAMES = Object.keys(RETURN_STAGES) as readonly ReturnStage[];

/** A single update about one return. */
export type ReturnUpdate = {
  /** The provider's own id of the refund or dispute: all words about it share this. */
  readonly returnId: string;
  readonly how: ReturnHow;
  readonly stage: ReturnStage;
  /** Null where this word does not say which payment: an earlier one has, or the order has only one. */
  readonly providerPaymentId: string | null;
  /** Null where this word does not say how much. Never told at all: all of the payment. */
  readonly money: Money | null;
  /** The provider's fee, where it names one. */
  readonly fee: Money | null;
};

/** The known state of one return: the highest stage, and for each field the value of the highest update that named it. */
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

/** Of two amounts, the one that was told later in its life; told at the same stage, the larger one. */
function pickLaterAmount(
  one: { readonly money: Money | null; readonly at: ReturnStage | null },
  other: { readonly money: Money | null; readonly at: ReturnStage | null },
): { readonly money: Money | null; readonly at: ReturnStage | null } {
  if (rankOf(one.at) !== rankOf(other.at)) return rankOf(one.at) > rankOf(other.at) ? one : other;
  if (one.money === null || other.money === null) return one; // neither was ever told
  if (one.money.currency !== other.money.currency)
    return one.money.currency < other.money.currency ? one : other;
  return one.money.minorUnits >= other.money.minorUnits ? one : other;
}

/** [ORD-16] Whichever of two words came first, what is known afterwards is the same. */
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
  /** How much of the payment is gone, in the payment's own currency, never more than was paid. */
  readonly minorUnits: number;
  /** More went back than was paid. */
  readonly isMoreThanPaid: boolean;
  /** Some of it was told in a currency that compares with nothing here: then all of the payment counts as gone. */
  readonly isIncomparable: boolean;
  /** A dispute is among what is gone: somebody at a bank says the payer did not want this. */
  readonly isDisputed: boolean;
};

/** [ORD-16] Returns are summed per payment, whenever they came. One that never named an amount is all of it. */
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

/** [ORD-14] Gems follow the money in proportion; a fraction of a gem stays with whom it was given to. */
export function gemsLeft(gems: number, paidMinorUnits: number, goneMinorUnits: number): number {
  return gems - Math.floor((gems * goneMinorUnits) / paidMinorUnits);
}

/**
 * [ORD-23] A provider has named two amounts for one payment: the smaller one stands, because more than that is not known to be with us.
 * Webhooks arrive in any order, so "the later one" would depend on the wire. Amounts in two currencies compare with nothing: the first stands.
 */
export function amountThatStands(known: Money, named: Money): Money {
  return named.currency === known.currency && named.minorUnits < known.minorUnits ? named : known;
}
