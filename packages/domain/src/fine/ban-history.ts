import type { Brand } from '../brand.ts';
import type { OrderId } from '../order/order.ts';
import { sorted } from '../sorted.ts';
import type { Ban } from './fine.ts';

export type BanId = Brand<string, 'BanId'>;

/**
 * The cause that ended a ban or a restriction: a won dispute or a paid fine, each with its order id, an operator, or the end
 * date.
 */
export type LiftedBy = `dispute:${string}` | `fine:${string}` | `person:${string}` | `date:${string}`;

/** A ban of an account. It stays stored after its end, because the next fine depends on the number of bans. */
export type KnownBan = {
  readonly id: BanId;
  readonly kind: Ban['kind'];
  /** The order whose chargeback caused the ban; null if no chargeback did. */
  readonly causeOrderId: OrderId | null;
  /** How many earlier refund bans the account had that are not stored one by one. */
  readonly earlierRefundBans: number;
  /** False once the chargeback that caused the ban was won: the ban then does not raise later fines. */
  readonly counts: boolean;
  readonly since: Date;
  readonly until: Date | null;
  readonly liftedBy: LiftedBy | null;
};

/** A fine that was paid for a ban. One fine pays for every refund ban at the time it was shown. */
export type FinePaid = {
  readonly banId: BanId;
  readonly fineOrderId: OrderId;
  readonly paidAt: Date;
  /** The money of the fine itself was charged back or never arrived. */
  readonly isUndone: boolean;
  /** The fine was paid without cause and is refunded. */
  readonly isReturned: boolean;
};

export function isStanding({ liftedBy, until }: Pick<KnownBan, 'liftedBy' | 'until'>, now: Date): boolean {
  return liftedBy === null && (until === null || until > now);
}

/** [FIN-03] Bans whose end date has passed and that are not lifted yet. Each ends at its date, not when it is noticed. */
export function bansPastTheirDate(
  bans: readonly KnownBan[],
  now: Date,
): readonly (KnownBan & { readonly until: Date })[] {
  return bans.filter(
    (ban): ban is KnownBan & { readonly until: Date } =>
      ban.liftedBy === null && ban.until !== null && ban.until <= now,
  );
}

/** [FIN-02] How many refund bans came before the newest one. */
export function refundBanCount(bans: readonly KnownBan[]): number {
  const counted = bans.filter(({ kind, counts }) => kind === 'refund' && counts).length;
  const earlier = bans.reduce((sum, ban) => sum + ban.earlierRefundBans, 0);
  return Math.max(counted + earlier - 1, 0);
}

/** The last end date; null if one of them has none. */
function lastEnd(bans: readonly KnownBan[]): Date | null {
  const ends = bans.map(({ until }) => until?.getTime() ?? Infinity);
  const last = Math.max(...ends);
  return last === Infinity ? null : new Date(last);
}

/**
 * [FIN-03] Which of the current bans to show. A ban that no payment lifts comes first, so that no payer pays a fine and stays
 * banned.
 */
export function banToTell(bans: readonly KnownBan[], now: Date): Ban | null {
  const standing = bans.filter((ban) => isStanding(ban, now));
  const of = (kind: Ban['kind']) => standing.filter((ban) => ban.kind === kind);
  if (of('permanent').length > 0) return { kind: 'permanent' };
  if (of('other').length > 0) return { kind: 'other', until: lastEnd(of('other')) };
  if (of('refund').length === 0) return null;
  return { kind: 'refund', refundBanCount: refundBanCount(bans), until: lastEnd(of('refund')) };
}

/**
 * [FIN-01] The bans that a fine ends: all current ones, or none. None if a ban came after the fine was shown, because the
 * fine is then higher, or if a ban is of a kind that cannot be paid off.
 */
export function bansToPayOff(
  bans: readonly KnownBan[],
  { now, shownAt }: { readonly now: Date; readonly shownAt: Date },
): readonly KnownBan[] {
  const standing = bans.filter((ban) => isStanding(ban, now));
  return standing.every(({ kind, since }) => kind === 'refund' && since <= shownAt) ? standing : [];
}

function isStillPaid({ isUndone, isReturned }: FinePaid): boolean {
  return !isUndone && !isReturned;
}

function byTime(one: FinePaid, other: FinePaid): number {
  return one.paidAt.getTime() - other.paidAt.getTime() || (one.fineOrderId < other.fineOrderId ? -1 : 1);
}

/** The order of the fine that pays for a ban; of several fines the first. Null if none pays for it. */
export function fineOfBan(banId: BanId, paid: readonly FinePaid[]): OrderId | null {
  const [first] = sorted(
    paid.filter((one) => one.banId === banId && isStillPaid(one)),
    byTime,
  );
  return first?.fineOrderId ?? null;
}

/**
 * [ORD-14] Fines paid without cause: each of their bans no longer counts or is paid by another fine that stays. Later fines
 * are checked first, so that of two for one ban the needed one stays.
 */
export function finesForNothing(bans: readonly KnownBan[], paid: readonly FinePaid[]): readonly OrderId[] {
  const counted = new Set(bans.filter(({ counts }) => counts).map(({ id }) => id));
  const useful = paid.filter((one) => isStillPaid(one) && counted.has(one.banId));
  const latestFirst = sorted(paid.filter(isStillPaid), (one, other) => byTime(other, one));
  const forNothing = new Set<OrderId>();
  for (const fine of new Set(latestFirst.map(({ fineOrderId }) => fineOrderId))) {
    const others = useful.filter(({ fineOrderId }) => fineOrderId !== fine && !forNothing.has(fineOrderId));
    if (useful.every(({ banId }) => others.some((other) => other.banId === banId))) forNothing.add(fine);
  }
  return [...forNothing];
}
