/**
 * A trace of an order in a provider's reports or in the log of the engine (Restate), after the database was restored to an
 * earlier time.
 */
export type OrderTrace = {
  /** The order is in the tables: it was placed before that time, or was rebuilt already. */
  readonly isStored: boolean;
  /** The recipient and the goods, from the engine's log: complete, missing, or naming a row that the tables lack. */
  readonly sale: 'recorded' | 'missing' | 'without-recipient' | 'without-pack';
  /** The attempt at this provider in the tables; `closed`: the provider is not queried about it any more. */
  readonly attempt: 'none' | 'open' | 'closed' | 'paid';
  /** A payment at this provider was started, or the provider has captured one. */
  readonly isStarted: boolean;
  /** The log or a report has the provider's answer, paid or refused, and the tables do not. */
  readonly isAnswerReported: boolean;
  /** The provider answers look-ups. */
  readonly hasLookUp: boolean;
};

/** Why an order cannot be rebuilt. An operator finds its payment in the provider's own pages. */
export type RebuildGap = 'sale-missing' | 'recipient-missing' | 'pack-missing';

export type RebuildPlan =
  | { readonly kind: 'gap'; readonly gap: RebuildGap }
  | {
      readonly kind: 'work';
      readonly insertsOrder: boolean;
      readonly addsAttempt: boolean;
      /**
       * `looked-up`: the next check queries the provider. `reported`: the answer in the log or the report is booked, because
       * the provider cannot be queried. `awaited`: only a webhook or a settlement report can bring the answer. `stored`:
       * nothing is missing.
       */
      readonly money: 'stored' | 'looked-up' | 'reported' | 'awaited';
    };

const GAPS = {
  missing: 'sale-missing',
  'without-recipient': 'recipient-missing',
  'without-pack': 'pack-missing',
} as const satisfies Record<Exclude<OrderTrace['sale'], 'recorded'>, RebuildGap>;

function moneyOf({ attempt, isAnswerReported, hasLookUp }: OrderTrace) {
  if (attempt === 'paid') return 'stored';
  // A closed attempt is not looked up again.
  if (hasLookUp && attempt !== 'closed') return 'looked-up';
  if (isAnswerReported) return 'reported';
  return attempt === 'closed' ? 'stored' : 'awaited';
}

/** [ORD-30] What has to be done to rebuild an order. Nothing, once everything is stored, so the rebuild can be repeated. */
export function planOrderRebuild(trace: OrderTrace): RebuildPlan {
  if (!trace.isStored && trace.sale !== 'recorded') return { kind: 'gap', gap: GAPS[trace.sale] };
  return {
    kind: 'work',
    insertsOrder: !trace.isStored,
    addsAttempt: trace.attempt === 'none' && trace.isStarted,
    money: trace.attempt === 'none' && !trace.isStarted ? 'stored' : moneyOf(trace),
  };
}
