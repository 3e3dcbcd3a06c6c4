/** A trace of an order in a provider's books or in the engine's log, after the database was restored to an earlier time. */
export type OrderTrace = {
  /** The order is in the tables: placed before that time, or rebuilt before. */
  readonly isStored: boolean;
  /** The recipient and the goods, from the engine's log: complete, missing, or naming a row that the tables lack. */
  readonly sale: 'recorded' | 'missing' | 'without-recipient' | 'without-pack';
  /** The attempt at this provider in the tables; `closed`: it is not asked about any more. */
  readonly attempt: 'none' | 'open' | 'closed' | 'paid';
  /** A payment at this provider was begun, or the provider has taken one. */
  readonly isStarted: boolean;
  /** The log or a report has the provider's answer, paid or refused, and the tables do not. */
  readonly isAnswerReported: boolean;
  /** The provider answers look-ups. */
  readonly hasLookUp: boolean;
};

/** Why an order cannot be brought back; an operator finds it in the provider's own pages. */
export type RebuildGap = 'sale-missing' | 'recipient-missing' | 'pack-missing';

export type RebuildPlan =
  | { readonly kind: 'gap'; readonly gap: RebuildGap }
  | {
      readonly kind: 'work';
      readonly insertsOrder: boolean;
      readonly addsAttempt: boolean;
      /**
       * `looked-up`: the next check asks the provider. `reported`: the log or the report is booked, because the provider cannot
       * be asked. `awaited`: only a webhook or a settlement report can tell. `stored`: nothing is missing.
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

/** [ORD-30] The work that brings an order back. Done once it is `stored` without anything to insert, so repeating it does nothing. */
export function planOrderRebuild(trace: OrderTrace): RebuildPlan {
  if (!trace.isStored && trace.sale !== 'recorded') return { kind: 'gap', gap: GAPS[trace.sale] };
  return {
    kind: 'work',
    insertsOrder: !trace.isStored,
    addsAttempt: trace.attempt === 'none' && trace.isStarted,
    money: trace.attempt === 'none' && !trace.isStarted ? 'stored' : moneyOf(trace),
  };
}
