import { PROVIDER_FACTS } from './every-provider.ts';
import type { Check } from './check.ts';
import type { Evidence } from './evidence.ts';
import type { StoryCounts } from './gather-evidence.ts';
import { AFTERMATH_NAMES } from './plan-aftermath.ts';
import { OPERATOR_KINDS, type OperatorKind } from './operators.ts';
import type { StormKind } from './storm.ts';

/** How often each kind of trouble really happened: counted at the providers, in the stored webhooks and in the orders' events. */
export type TroubleCounts = Readonly<Record<TroubleKind, number>>;

export type TroubleKind =
  | StormKind
  | OperatorKind
  | 'cancelled-by-payer'
  | 'paid-after-cancel'
  | 'paid-after-expiry'
  | 'returned-before-heard-of'
  | 'key-revoked'
  | 'too-many-requests'
  | 'word-lost-for-ever';

/**
 * Kinds that must occur in every large run. Others depend on timing: a payer who cancels before the payment is known, or a
 * refund that arrives before its payment. And only some of the few refunds that the shop submits by itself can fail.
 */
const COUNTED_ON: readonly TroubleKind[] = [
  ...AFTERMATH_NAMES,
  'cancelled-by-payer',
  'paid-after-expiry',
  'key-revoked',
  'too-many-requests',
  'word-lost-for-ever',
];

/**
 * Kinds that must occur at least once: each operator command is a process, so there are few. Killed checks are not required: a
 * check can be killed only while it fails, which is not planned.
 */
const COMES_AT_ALL: readonly TroubleKind[] = ['operator-refunds', 'two-operators-refund'];

/** The number of captured payments of which no webhook arrived, so that only a query could find them. */
function wordsLost({ books, notifications }: Evidence): number {
  const reportedCaptures = new Set(
    notifications
      .filter(({ provider, eventType }) => PROVIDER_FACTS[provider].paidEvents.includes(eventType))
      .map(({ orderId, provider }) => `${orderId} ${provider}`),
  );
  return books.filter(
    ({ captured, reference, provider }) => captured > 0 && !reportedCaptures.has(`${reference} ${provider}`),
  ).length;
}

export function countTroubles(
  evidence: Evidence,
  seen: {
    readonly played: ReadonlyMap<StormKind | OperatorKind, number>;
    readonly stories: StoryCounts;
    readonly turnedAway: { readonly revokedKey: number; readonly tooMany: number };
  },
): TroubleCounts {
  const { played, stories, turnedAway } = seen;
  const storm = Object.fromEntries(
    [...AFTERMATH_NAMES, 'own-refund-fails' as const, ...OPERATOR_KINDS].map((name) => [
      name,
      played.get(name) ?? 0,
    ]),
  ) as Record<StormKind | OperatorKind, number>;
  return {
    ...storm,
    'cancelled-by-payer': stories.cancelled,
    'paid-after-cancel': stories.paidAfterCancel,
    'paid-after-expiry': stories.paidAfterExpiry,
    'returned-before-heard-of': stories.returnedFirst,
    'key-revoked': turnedAway.revokedKey,
    'too-many-requests': turnedAway.tooMany,
    'word-lost-for-ever': wordsLost(evidence),
  };
}

/** Fails if a required kind of trouble did not occur often enough: a run without it proves nothing about it. */
export function troublesWerePlayed(counts: TroubleCounts, atLeast: number): Check {
  const missing = [
    ...COUNTED_ON.filter((kind) => counts[kind] < atLeast),
    ...COMES_AT_ALL.filter((kind) => counts[kind] === 0),
  ];
  return {
    truth: `each kind of trouble came at least ${atLeast} times, and operators acted`,
    counted: COUNTED_ON.length + COMES_AT_ALL.length,
    breaches: missing.map((kind) => `${kind}: ${counts[kind]} times`),
  };
}
